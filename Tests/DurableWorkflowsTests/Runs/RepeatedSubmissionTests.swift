@_spi(Stores) import DurableWorkflows
import Foundation
import Futures
import Testing
import Workflows

/// Submissions whose inputs are equal, although their data is not.
@Suite struct RepeatedSubmissionTests {
  private let count = Workflow("count") {
    Perform("count") { (names: Set<String>) in names.count }.checkpoint()
  }
  private let names = Set((0..<9).map { "name \($0)" })

  @Test func anEqualSetIsTheSameInput() async throws {
    let bench = Workbench()
    let runs = try bench.process(count.durable())
    let again = try names.inAnotherOrder()
    try await runs.submit(count, id: "a", input: names)
    try await runs.submit(count, id: "a", input: again)
    await #expect(throws: RunIdentifierTaken.self) {
      try await runs.submit(count, id: "a", input: names.union(["more"]))
    }
    let submissions = try [names, again, names.union(["more"])].map {
      try runs.submission(of: count, id: "a", input: $0)
    }
    #expect(try await runs.submit(submissions) == [.same, .same, .different])
  }

  @Test func anEqualInputIsTheSameForAnotherVersion() async throws {
    let bench = Workbench()
    let first = try bench.process(count.durable())
    let second = try bench.process(count.durable(), count.durable(version: 2))
    try await first.submit(count, id: "a", input: names)
    let again = try names.inAnotherOrder()
    try await second.submit(count, id: "a", input: again)
    await #expect(throws: RunIdentifierTaken.self) {
      try await second.submit(count, id: "a", input: again, version: 2)
    }
  }

  @Test func whatIsEncryptedIsComparedAfterItWasDecrypted() async throws {
    struct Order: Codable, Sendable { let item: String }
    let ship = Workflow("ship") { Perform("ship") { (order: Order) in order.item }.checkpoint() }
    let bench = Workbench()
    let runs = try DurableRuns(
      store: RunStore(bench.store),
      workflows: [ship.durable()],
      codec: Numbered(),
      clock: bench.clock
    )
    try await runs.submit(ship, id: "a", input: Order(item: "lamp"))
    try await runs.submit(ship, id: "a", input: Order(item: "lamp"))
    await #expect(throws: RunIdentifierTaken.self) {
      try await runs.submit(ship, id: "a", input: Order(item: "chair"))
    }
  }

  /// Gives each value data of its own, as encryption does.
  private final class Numbered: RunCodec {
    private let next = Locked<UInt8>(0)

    func encode(_ value: some Encodable) throws -> Data {
      let number = next.withLock { next in
        next += 1
        return next
      }
      return try Data([number]) + JSONRunCodec().encode(value)
    }

    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
      try JSONRunCodec().decode(type, from: Data(data.dropFirst()))
    }
  }
}
