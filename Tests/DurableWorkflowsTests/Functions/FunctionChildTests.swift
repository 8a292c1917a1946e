import DurableWorkflows
import DurableWorkflowsTesting
import Futures
import FuturesTesting
import Testing
import Workflows

/// Child runs of a function.
@Suite struct FunctionChildTests {
  struct Broken: Error {}

  private static func ship(_ calls: Calls) -> Workflow<Int, String> {
    Workflow("ship") { (number: Int, run: Steps) in
      try await run.step("pack") {
        calls.add("pack \(number)")
        if number == 2 { throw Broken() }
      } undo: { _ in
        calls.add("unpack \(number)")
      }
      return "parcel \(number)"
    }
  }

  private static func order(_ calls: Calls, failing: Bool = false) -> Workflow<Int, [String]> {
    let ship = ship(calls)
    return Workflow("order") { (_: Int, run: Steps) in
      var parcels: [String] = []
      for number in 1...3 {
        do {
          parcels.append(try await run.child(ship, key: "\(number)", input: number))
        } catch let failed as StepFailed {
          parcels.append(failed.type)
        }
      }
      if failing { throw Broken() }
      return parcels
    }
  }

  @Test func childrenAreRunsOfTheirOwn() async throws {
    let bench = Workbench()
    let calls = Calls()
    let order = Self.order(calls)
    let runs = try bench.process(order.durable(), Self.ship(calls).durable())
    try await bench.run {
      runs.start()
      let parcels = try await runs.submit(order, id: "a", input: 1).value
      #expect(parcels == ["parcel 1", "DurableRunFailed", "parcel 3"])
      #expect(try await runs.list().count == 4)
      await runs.stop()
    }
    #expect(calls.all == ["pack 1", "pack 2", "pack 3"])
  }

  @Test func childrenMayHaveNeitherInputNorOutput() async throws {
    let bench = Workbench()
    let calls = Calls()
    let ask = Workflow("ask") { (run: Steps) in try await run.step("read") { 7 } }
    let note = Workflow("note") { (number: Int, run: Steps) in
      try await run.step("write") { calls.add("note \(number)") }
    }
    let ring = Workflow("ring") { (run: Steps) in
      try await run.step("bell") { _ in calls.add("ring") }
    }
    let all = Workflow("all") { (run: Steps) in
      let number = try await run.child(ask)
      try await run.child(note, input: number)
      try await run.child(ring)
    }
    let runs = try bench.process(
      all.durable(),
      ask.durable(),
      note.durable(),
      ring.durable()
    )
    try await bench.run {
      runs.start()
      try await runs.submit(all, id: "a").value
      await runs.stop()
    }
    #expect(calls.all == ["note 7", "ring"])
  }

  @Test func childrenAreUndoneWithTheFunction() async throws {
    let bench = Workbench()
    let calls = Calls()
    let order = Self.order(calls, failing: true)
    let runs = try bench.process(order.durable(), Self.ship(calls).durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(order, id: "a", input: 1)
      await #expect(throws: DurableRunFailed.self) { try await run.value }
      try await bench.until { calls.all.count == 5 }
      await runs.stop()
    }
    #expect(calls.all.prefix(3) == ["pack 1", "pack 2", "pack 3"])
    #expect(Set(calls.all.suffix(2)) == ["unpack 1", "unpack 3"])
  }

  @Test func withoutAStoreAChildIsAPartOfTheRun() async throws {
    let calls = Calls()
    #expect(try await Self.order(calls)(1) == ["parcel 1", "Broken", "parcel 3"])
    #expect(calls.all == ["pack 1", "pack 2", "pack 3"])
  }
}
