@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Foundation
import Testing
import ToolTestSupport
import Workflows

@Suite struct CheckCommandTests {
  /// Returns the path of a file with definitions.
  static func file(_ name: String) -> String {
    URL(filePath: #filePath).appending(path: "../../../Fixtures/\(name).json")
      .standardizedFileURL.path
  }

  private func check(_ workflows: DurableWorkflow..., words: String...) async throws -> ToolRun {
    let orders = try await Orders.ofEachStatus()
    let runs = try DurableRuns(store: orders.store, workflows: workflows)
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    try JSONEncoder().encode(runs.definitions).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let words = ["check", "--definitions", file.path] + words
    return await ToolRun(words: words, on: orders.store)
  }

  private func fulfil(_ step: String) -> Workflow<String, String> {
    Workflow("fulfil order") {
      Perform(step) { (order: String) in order }.checkpoint()
      WaitForSignal(Signal<String>("approval"))
      Perform("ship") { (order: String, _: String) in order }
    }
  }

  @Test func runsThatFitContinue() async throws {
    let run = try await check(fulfil("reserve").durable())
    #expect(run.code == 0)
    #expect(
      run.output == """
        Runs  Outcome    Workflow      Version  Such as
        3     continues  fulfil order  1        order-7, order-6, order-3

        """
    )
  }

  @Test func theCodeIsOneIfRunsWouldBeSetAside() async throws {
    let run = try await check(fulfil("pack").durable())
    #expect(run.code == 1)
    #expect(
      run.output == """
        Runs  Outcome    Workflow      Version  Such as
        1     set-aside  fulfil order  1        order-3
        2     continues  fulfil order  1        order-7, order-6

        'fulfil order', set-aside: The definition of 'fulfil order' no longer fits the run. It has a \
        record of '/fulfil order/reserve', where no checkpoint is expected. Register the old \
        definition beside the new one, with another version, or fork the run.

        """
    )
    let json = try await check(fulfil("pack").durable(), words: "--json")
    #expect(json.code == 1)
    #expect(json.output.hasPrefix("{\n  \"sets_aside\": true,\n"))
  }

  @Test func functionsAreUnknownAndWorkflowsMayBeMissing() async throws {
    let function = Workflow("fulfil order") { (_: String, run: Steps) in
      try await run.step("pack") {}
    }
    let run = try await check(function.durable())
    #expect(run.code == 0)
    #expect(run.output.contains("3     unknown  fulfil order  1"))
    #expect(run.output.contains("a function, which only the build itself can compare"))
    #expect(try await check().output.contains("not-registered"))
  }

  @Test func aFileWithoutDefinitionsIsAnError() async throws {
    let orders = try await Orders.ofEachStatus()
    for (file, text) in [("apps", "has no definitions"), ("none", "cannot be read: no such file")] {
      let words = ["check", "--definitions", Self.file(file)]
      let run = await ToolRun(words: words, on: orders.store)
      #expect(run.code == 2)
      #expect(run.errors.first?.contains(text) == true, "\(run.errors)")
    }
  }
}
