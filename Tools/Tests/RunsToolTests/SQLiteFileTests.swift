#if SQLite
import DurableWorkflows
import DurableWorkflowsSQLite
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
}
#endif
