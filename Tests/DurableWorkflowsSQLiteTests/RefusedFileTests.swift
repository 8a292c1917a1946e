#if SQLite
@_spi(Stores) import DurableWorkflows
import DurableWorkflowsSQLite
import Foundation
import GRDB
import TestSupport
import Testing
import Workflows

@Suite struct RefusedFileTests {
  /// Opens a file, and throws unless it is refused with its bytes unchanged.
  private static func refusedUnchanged(
    _ file: URL,
    _ options: SQLiteRunStoreOptions = SQLiteRunStoreOptions()
  ) async throws -> SQLiteRunStoreError {
    let before = try Data(contentsOf: file)
    let error = try await refusal { _ = try await SQLiteRunStore(at: file, options: options) }
    #expect(try Data(contentsOf: file) == before)
    #expect(error.file == file.path)
    #expect("\(error)".contains(file.path))
    #expect(error.localizedDescription == "\(error)")
    return error
  }

  private static func makeStore(_ file: URL, records: Int) async throws {
    let options = SQLiteRunStoreOptions(durability: .normal)
    let store = try await SQLiteRunStore(at: file, options: options)
    try await store.submit("run")
    _ = try await store.claim()
    for number in 0..<records {
      _ = try await store.record("\(number)", Data(count: 500), token: number)
    }
    // Closing moves the log into the file. To be released, a store may have to wait for a thread.
    try store.writer.close()
  }

  @Test func aFileThatIsNoDatabaseIsRefused() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("runs.sqlite")
    for text in ["short", String(repeating: "A text, and no database. ", count: 1000)] {
      try Data(text.utf8).write(to: file)
      #expect(try await Self.refusedUnchanged(file).reason == .notADatabase)
      #expect(try folder.names == ["runs.sqlite"])
    }
  }

  @Test func aDatabaseOfSomethingElseIsRefused() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("photos.sqlite")
    let queue = try DatabaseQueue(path: file.path)
    try await queue.write { try $0.execute(sql: "CREATE TABLE photos (id)") }
    try queue.close()
    #expect(try await Self.refusedUnchanged(file).reason == .foreign)
    #expect(try folder.names == ["photos.sqlite"])
  }

  @Test func aFileOfANewerVersionIsRefused() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("runs.sqlite")
    try await Self.makeStore(file, records: 1)
    let queue = try DatabaseQueue(path: file.path)
    try await queue.write { try $0.execute(sql: "UPDATE tenon_store SET version = 1000") }
    try queue.close()
    let error = try await Self.refusedUnchanged(file)
    #expect(error.reason == .newer)
    #expect(error.detail.contains("1000"))
    let own = try DatabaseQueue(path: file.path)
    #expect(try await refusal { _ = try await SQLiteRunStore(own) }.reason == .newer)
  }

  /// The tables of a file say which build wrote them, also before versions are released.
  @Test(arguments: [
    "ALTER TABLE tenon_store DROP COLUMN fingerprint",
    "UPDATE tenon_store SET fingerprint = fingerprint + 1",
  ])
  func aFileOfAnEarlierBuildIsRefused(change: String) async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("runs.sqlite")
    try await Self.makeStore(file, records: 1)
    let queue = try DatabaseQueue(path: file.path)
    try await queue.write { try $0.execute(sql: change) }
    try queue.close()
    let error = try await Self.refusedUnchanged(file)
    #expect(error.reason == .foreign)
    #expect("\(error)".contains("a build of Tenon before its first release wrote it"))
  }

  @Test func aFileThatIsDamagedIsRefused() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("runs.sqlite")
    try await Self.makeStore(file, records: 200)
    var bytes = try Data(contentsOf: file)
    try #require(bytes.count > 100_000)
    bytes.replaceSubrange(80_000..<90_000, with: Data(repeating: 0xA5, count: 10_000))
    try bytes.write(to: file)
    #expect(try await Self.refusedUnchanged(file).reason == .damaged)
    bytes.removeLast(bytes.count - 50_000)
    try bytes.write(to: file)
    #expect(try await Self.refusedUnchanged(file).reason == .damaged)
  }

  @Test(.enabled(if: getuid() != 0, "the superuser may write to all files"))
  func aFileThatIsReadOnlyIsRefused() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("runs.sqlite")
    try await Self.makeStore(file, records: 1)
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o400], ofItemAtPath: file.path)
    #expect(try await Self.refusedUnchanged(file).reason == .readOnly)
    try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    try manager.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.url.path)
    #expect(try await Self.refusedUnchanged(file).reason == .readOnly)
    try manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.url.path)
  }

  @Test func aPlaceWhereNoFileCanBeIsRefused() async throws {
    let folder = try TemporaryFolder()
    let missing = folder.file("missing").appendingPathComponent("runs.sqlite")
    let error = try await refusal { _ = try await SQLiteRunStore(at: missing) }
    #expect(error.reason == .unreachable)
    #expect(try folder.names == [])
    let inItself = try await refusal { _ = try await SQLiteRunStore(at: folder.url) }
    #expect(inItself.reason == .unreachable)
    #expect("\(inItself)".contains("Is a directory"))
    let web = try #require(URL(string: "https://example.com/runs.sqlite"))
    #expect(try await refusal { _ = try await SQLiteRunStore(at: web) }.reason == .unreachable)
  }

  @Test func theLongestBusyTimeoutIsOne() async throws {
    let folder = try TemporaryFolder()
    let store = try await SQLiteRunStore(
      at: folder.file("runs.sqlite"),
      options: SQLiteRunStoreOptions(busyTimeout: .seconds(Int64.max))
    )
    try await store.submit("run")
    #expect(try await store.load("run") != nil)
  }

  @Test func onlyTheOwnerReadsTheFiles() async throws {
    let folder = try TemporaryFolder()
    let store = try await SQLiteRunStore(at: folder.file("runs.sqlite"))
    try await store.submit("run")
    _ = try await store.counts()
    #expect(try folder.names == ["runs.sqlite", "runs.sqlite-shm", "runs.sqlite-wal"])
    for name in try folder.names {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name).path)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
  }

  @Test func aDiskThatIsFullIsAnErrorAndNothingIsLost() async throws {
    let folder = try TemporaryFolder()
    let store = try await SQLiteRunStore(at: folder.file("runs.sqlite"))
    try await store.submit("run")
    _ = try await store.claim()
    try await store.limitPages(40)
    var kept = 0
    let error = try await refusal {
      for number in 1...100 {
        _ = try await store.record("\(number)", Data(count: 5000), token: number)
        kept = number
      }
    }
    #expect(error.reason == .full)
    #expect(kept > 0)
    #expect(try await store.load("run")?.records.count == kept)
    try await store.limitPages(1_000_000)
    _ = try await store.record("\(kept + 1)", Data(count: 5000), token: kept + 1)
    #expect(try await store.load("run")?.records.count == kept + 1)
  }

  @Test func namesThatSQLiteWouldCutOffAreRefused() async throws {
    let folder = try TemporaryFolder()
    let store = try await SQLiteRunStore(at: folder.file("runs.sqlite"))
    try await store.submit("run")
    _ = try await store.claim()
    let error = try await refusal { try await store.submit("run\0a") }
    #expect(error.reason == .nameWithNull)
    #expect(error.file.hasSuffix("runs.sqlite"))
    // Places escape the character, unless a client creates a place from text.
    _ = try await store.record("a\0b")
    let place = RunChange<Data>.record(RecordPath("/a\0b"), Data(), isCompensated: false)
    let write = RunWrite(run: "run", epoch: 1, token: 2, changes: [place], continuation: .keep)
    #expect(try await refusal { _ = try await store.commit(write) }.reason == .nameWithNull)
    #expect(try await store.load("run")?.records.count == 1)
    await #expect(throws: SQLiteRunStoreError.self) {
      try await store.send(Data(), to: "go\0", of: "run")
    }
    #expect(try await store.list(RunQuery(idPrefix: "ru")).count == 1)
    #expect(try await store.list(RunQuery(idPrefix: "\0")).isEmpty)
    #expect(try await store.list(RunQuery(idPrefix: "r\0")).isEmpty)
  }
}

extension SQLiteRunStore {
  /// Limits the size of the file, like a full disk.
  fileprivate func limitPages(_ count: Int) async throws {
    try await writer.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA max_page_count = \(count)")
    }
  }
}
#endif
