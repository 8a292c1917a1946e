#if SQLite
@_spi(Stores) import DurableWorkflows
@_spi(Stores) import DurableWorkflowsSQLite
import Foundation
import Testing
import ToolTestSupport

/// The tool on files, beside a process that works on them.
@Suite struct SQLiteFileTests {
  private func withFile(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "runs-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.appending(path: "runs.sqlite"))
  }

  @Test func aRunOfAnotherProcessIsListedAndCancelled() async throws {
    try await withFile { file in
      let orders = Orders(in: try await RunStore.sqlite(at: file))
      try await orders.submit("order-1")
      let environment = ["TENON_STORE": file.path]
      let list = await ToolRun(words: ["list"], on: nil, environment: environment)
      #expect(list.output.contains("order-1  fulfil order  1        queued"))
      let words = ["cancel", "order-1"]
      let cancelled = await ToolRun(words: words, on: nil, environment: environment)
      #expect(cancelled.code == 0)
      #expect(try await orders.status(of: "order-1") == .cancelled)
    }
  }

  @Test func aFileOfSomethingElseIsRefusedAndStays() async throws {
    try await withFile { file in
      let text = Data("This is a letter, and no database at all.".utf8)
      try text.write(to: file)
      let run = await ToolRun(words: ["list", "--store", file.path], on: nil)
      #expect(run.code == 2)
      #expect(run.errors.count == 1)
      #expect(run.errors.first?.contains("is no database of SQLite") == true)
      #expect(try Data(contentsOf: file) == text)
    }
  }

  /// Whatever the rights of the user: a file that may be written to is opened for that.
  @Test func aFileIsOpenedOnlyToBeRead() async throws {
    try await withFile { file in
      let orders = Orders(in: try await RunStore.sqlite(at: file))
      try await orders.submit("order-1")
      let store = try await RunStore.sqlite(reading: file)
      #expect(try await store.storage.list(RunQuery()).map(\.id) == ["order-1"])
      let visitor = try Visitor(of: store, isReadOnly: true)
      #expect(try await visitor.get("/run?id=order-1").text.contains("fulfil order"))
      let refusal = await #expect(throws: SQLiteRunStoreError.self) {
        _ = try await store.storage.cancel("order-1")
      }
      #expect(refusal?.reason == .readOnly)
      #expect(try await orders.status(of: "order-1") == .queued)
    }
  }

  @Test func aFileWithoutRunsIsNotFilledByWhoOnlyReads() async throws {
    try await withFile { file in
      try Data().write(to: file)
      let refusal = await #expect(throws: SQLiteRunStoreError.self) {
        _ = try await RunStore.sqlite(reading: file)
      }
      #expect(refusal?.reason == .foreign)
      #expect(try Data(contentsOf: file).isEmpty)
      try FileManager.default.removeItem(at: file)
      let missing = await #expect(throws: SQLiteRunStoreError.self) {
        _ = try await RunStore.sqlite(reading: file)
      }
      #expect(missing?.reason == .unreachable)
    }
  }
}
#endif
