import DurableWorkflows
import DurableWorkflowsTesting
import Foundation
import JSONValues
import Testing
import ToolTestSupport

@Suite struct SchemaTests {
  private static func schema(_ name: String) throws -> JSONValue {
    let path = "../../../Schemas/\(name).schema.json"
    let file = URL(filePath: #filePath).appending(path: path)
    return try JSONOutput.value(of: String(contentsOf: file.standardizedFileURL, encoding: .utf8))
  }

  @Test(arguments: [
    ("runs-list", ["list"]), ("runs-show", ["show", "order-1"]),
    ("runs-show", ["show", "order-2"]),
    ("runs-show", ["show", "order-3"]), ("runs-show", ["show", "order-4"]),
    ("runs-show", ["show", "order-5"]), ("runs-show", ["show", "order-6", "--values"]),
    ("runs-action", ["cancel", "order-7"]), ("runs-action", ["retry", "order-2"]),
    ("runs-matching", ["cancel", "--status", "waiting"]),
    ("runs-action", ["send", "order-3", "approval", "1"]), ("runs-schedules", ["schedules"]),
    ("runs-queues", ["queues"]), ("runs-top", ["top", "--looks", "1"]),
    ("runs-check", ["check", "--definitions", CheckCommandTests.file("definitions")]),
  ]
  )
  func theOutputConformsToItsSchemaAndHasItsNamesInOrder(
    name: String,
    words: [String]
  ) async throws {
    let orders = try await Orders.ofEachStatus()
    try await orders.send("1", to: "early", of: "order-6")
    try await orders.schedule()
    try await orders.submit("order-8", in: QueuePlace("mail"))
    let json = try JSONOutput(await ToolRun(words: words + ["--json"], on: orders.store))
    let schema = try Self.schema(name)
    #expect(JSONSchema(schema).problems(with: json.value) == [])
    #expect(schema["required"] == .array(json.names.map { .string($0) }))
    let documented = schema["properties"]?.objectValue.map { Array($0.keys) } ?? []
    #expect(Set(documented) == Set(json.names))
  }

  @Test func eachLineOfWatchConforms() async throws {
    let orders = try await Orders.ofEachStatus()
    for id in ["order-1", "order-2", "order-4"] {
      let run = await ToolRun(words: ["watch", id, "--json"], on: orders.store)
      let schema = JSONSchema(try Self.schema("runs-watch"))
      for line in run.lines.dropLast() {
        #expect(schema.problems(with: try JSONOutput.value(of: String(line))) == [])
      }
    }
  }
}
