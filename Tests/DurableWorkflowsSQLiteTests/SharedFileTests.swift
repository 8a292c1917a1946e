#if SQLite
@_spi(Stores) import DurableWorkflows
import Foundation
import GRDB
import TestSupport
import Testing
import Workflows

@testable import DurableWorkflowsSQLite

@Suite struct SharedFileTests {
  @Test func twoStoresOnOneFileClaimDifferentRuns() async throws {
    let folder = try TemporaryFolder()
    let options = SQLiteRunStoreOptions(durability: .normal)
    var stores: [SQLiteRunStore] = []
    for _ in 0..<2 {
      stores.append(try await SQLiteRunStore(at: folder.file("runs.sqlite"), options: options))
    }
    for number in 0..<100 { try await stores[number % 2].submit("\(number)") }
    let ids = try await withThrowingTaskGroup(of: [String].self) { group in
      for number in 0..<6 {
        let store = stores[number % 2]
        group.addTask {
          var ids: [String] = []
          while true {
            let runs = try await store.claim(by: "\(number)", limit: 2).runs
            if runs.isEmpty { return ids }
            for run in runs {
              #expect(run.row.epoch == 1)
              guard case .kept = try await store.record("step", of: run.id) else {
                Issue.record("another worker has the run, too")
                continue
              }
              ids.append(run.id)
            }
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(ids.count == 100)
    #expect(Set(ids).count == 100)
  }

  /// Nobody would see what is written to it.
  @Test func aFileThatWasMovedTakesNothing() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("runs.sqlite")
    let store = try await SQLiteRunStore(at: file)
    try await store.submit("before")
    let parts = ["", "-wal", "-shm"]
    let away = folder.file("away.sqlite")
    func move(_ from: URL, _ to: URL) throws {
      for part in parts {
        try FileManager.default.moveItem(atPath: from.path + part, toPath: to.path + part)
      }
    }
    try move(file, away)
    // A file of the same name is another one.
    let other = try await SQLiteRunStore(at: file)
    for _ in 0..<2 {
      let error = try await refusal { try await store.submit("moved") }
      #expect(error.reason == .moved)
      #expect(error.file == file.path)
    }
    #expect(try await refusal { _ = try await store.claim() }.reason == .moved)
    try await other.submit("other")
    try other.writer.close()
    for part in parts where FileManager.default.fileExists(atPath: file.path + part) {
      try FileManager.default.removeItem(atPath: file.path + part)
    }
    #expect(try await refusal { try await store.submit("deleted") }.reason == .moved)
    try move(away, file)
    try await store.submit("back")
    #expect(try await store.list(RunQuery()).map(\.id).sorted() == ["back", "before"])
  }

  /// The place of the file is not looked at before each record, but soon.
  @Test(.timeLimit(.minutes(10))) func aFileThatWasMovedSoonTakesNoRecords() async throws {
    let folder = try TemporaryFolder()
    let options = SQLiteRunStoreOptions(durability: .normal)
    let store = try await SQLiteRunStore(at: folder.file("runs.sqlite"), options: options)
    try await store.submit("run")
    _ = try await store.claim()
    let file = folder.file("runs.sqlite").path
    let away = folder.file("away.sqlite").path
    try FileManager.default.moveItem(atPath: file, toPath: away)
    let start = ContinuousClock.now
    let error = try await refusal {
      for token in 1... { _ = try await store.record("\(token)", token: token) }
    }
    #expect(error.reason == .moved)
    #expect(start.duration(to: .now) < .seconds(10))
    // After a refusal, there is no such time.
    #expect(try await refusal { _ = try await store.record("next", token: 0) }.reason == .moved)
    try FileManager.default.moveItem(atPath: away, toPath: file)
    _ = try await store.record("back", token: 0)
    try FileManager.default.moveItem(atPath: file, toPath: away)
    #expect(try await refusal { try await store.submit("moved") }.reason == .moved)
    #expect(try await refusal { _ = try await store.record("next", token: 0) }.reason == .moved)
  }

  @Test func manyStoresMayCreateOneFileAtTheSameTime() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("runs.sqlite")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          let store = try await SQLiteRunStore(at: file)
          try await store.submit("\(number)")
        }
      }
      try await group.waitForAll()
    }
    let store = try await SQLiteRunStore(at: file)
    #expect(try await store.counts() == [.queued: 8])
  }

  @Test func poolsThatCreateTheTablesAtTheSameTimeCreateThemOnce() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("app.sqlite")
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    let pools = try (0..<6).map { _ in
      try DatabasePool(path: file.path, configuration: configuration)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, pool) in pools.enumerated() {
        group.addTask { try await SQLiteRunStore(pool).submit("\(number)") }
      }
      try await group.waitForAll()
    }
    #expect(try await SQLiteRunStore(pools[0]).counts() == [.queued: 6])
  }

  @Test func aLockThatIsKeptTooLongIsAnErrorAndNothingIsLost() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("runs.sqlite")
    let options = SQLiteRunStoreOptions(busyTimeout: .milliseconds(20))
    let store = try await SQLiteRunStore(at: file, options: options)
    try await store.submit("run")
    _ = try await store.claim()
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: file.path, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.beginTransaction(.immediate) }
    let error = try await refusal { _ = try await store.record("step") }
    #expect(error.reason == .busy)
    #expect("\(error)".contains(file.path))
    // Reading does not wait for the writer.
    #expect(try await store.load("run")?.records.isEmpty == true)
    try await other.writeWithoutTransaction { try $0.rollback() }
    guard case .kept = try await store.record("step") else {
      Issue.record("the write was refused")
      return
    }
  }

  @Test func aWriteGoesOnThoughItsTaskIsCancelled() async throws {
    let folder = try TemporaryFolder()
    let store = try await SQLiteRunStore(at: folder.file("runs.sqlite"))
    try await store.submit("run")
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await store.claim()
      let answer = try await store.record("step")
      let row = try await store.load("run")
      return (Task.isCancelled, answer, row?.records.count)
    }
    let (isCancelled, answer, count) = try await task.value
    #expect(isCancelled)
    #expect(count == 1)
    guard case .kept = answer else {
      Issue.record("the write was refused")
      return
    }
    #expect(try await store.load("run")?.records.count == 1)
  }

  @Test func whatWasWrittenIsThereAfterReopening() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("runs.sqlite")
    let before = try await Self.write(to: file)
    for _ in 0..<2 {
      let store = try await SQLiteRunStore(at: file)
      #expect(try await store.load("run") == before)
      #expect(try await store.now >= before.submitted)
    }
  }

  @Test func aProcessThatHasEndedWithoutClosingTheFileLosesNothing() async throws {
    let folder = try TemporaryFolder()
    let store = try await SQLiteRunStore(at: folder.file("runs.sqlite"))
    try await store.submit("run")
    _ = try await store.claim()
    _ = try await store.record("step")
    // These copies hold only what is on disk; what is in memory is lost with the process.
    for suffix in ["", "-wal"] {
      let (old, new) = (folder.file("runs.sqlite" + suffix), folder.file("copy.sqlite" + suffix))
      try FileManager.default.copyItem(at: old, to: new)
    }
    let copy = try await SQLiteRunStore(at: folder.file("copy.sqlite"))
    #expect(try await copy.load("run") == store.load("run"))
    #expect(try await copy.load("run")?.records.count == 1)
  }

  private static func write(to file: URL) async throws -> RunRow<Data> {
    let store = try await SQLiteRunStore(at: file)
    try await store.submit("run")
    _ = try await store.claim()
    _ = try await store.send(Data("go".utf8), to: "go", of: "run")
    let path = RecordPath.root.appending("a")
    let write = RunWrite(
      run: "run",
      epoch: 1,
      token: 1,
      changes: [
        .record(path, Data("value".utf8), type: "String", isCompensated: true),
        .begin(path.appending("b")), .wait(path.appending("c"), for: nil),
        .limit(path, until: 5), .attempt(path.appending("d"), failed: 2, pause: 7),
        .undo(.error(type: "Problem", message: "broken")), .undone(path, hasSucceeded: false),
      ],
      continuation: .park(Wake(signals: ["stop"]))
    )
    _ = try await store.commit(write)
    return try #require(try await store.load("run"))
  }
}
#endif
