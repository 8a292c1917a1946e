import DurableWorkflows
import DurableWorkflowsTesting
import Foundation
import Futures
import FuturesTesting
import Testing
import Workflows

/// What a function sees when it is called again: what is recorded, in the recorded order.
@Suite struct FunctionReplayTests {
  /// The steps of a task group end in an order that the executions after the first one see, too.
  @Test func concurrentCallsEndInTheRecordedOrder() async throws {
    let bench = Workbench()
    let calls = Calls()
    let clock = bench.clock
    let workflow = Workflow("group") { (count: Int, run: Steps) in
      try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<count {
          group.addTask {
            try await run.step("call", key: "\(number)") {
              try await clock.sleep(for: .seconds((number * 7) % count))
              calls.add("call")
              return number
            }
          }
        }
        var order: [Int] = []
        for try await number in group { order.append(number) }
        calls.add("\(order)")
        try await run.wait(for: .seconds(3600))
        return order
      }
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let order = try await runs.submit(workflow, id: "a", input: 20).value
      #expect(order.sorted() == Array(0..<20))
      #expect(order != Array(0..<20))
      #expect(calls.all.suffix(2) == ["\(order)", "\(order)"])
      await runs.stop()
    }
    #expect(calls.count(of: "call") == 20)
  }

  /// The loser of a race is cancelled on its own, which is recorded, too.
  @Test func aRaceHasTheSameWinnerAgain() async throws {
    let bench = Workbench()
    let calls = Calls()
    let clock = bench.clock
    let workflow = Workflow("race") { (_: Int, run: Steps) in
      let winner = try await withThrowingTaskGroup(of: String.self) { group in
        for (name, time) in [("slow", 60), ("fast", 1), ("slower", 90)] {
          group.addTask {
            try await run.step(name) {
              calls.add(name)
              try await clock.sleep(for: .seconds(time))
              return name
            }
          }
        }
        defer { group.cancelAll() }
        return try await group.next() ?? ""
      }
      try await run.step("winner \(winner)") { calls.add("winner \(winner)") }
      try await run.wait(for: .seconds(3600))
      return winner
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let valuea = try await runs.submit(workflow, id: "a", input: 1).value
      #expect(valuea == "fast")
      await runs.stop()
    }
    #expect(Set(calls.all) == ["slow", "fast", "slower", "winner fast"])
    #expect(calls.all.count == 4)
    #expect(bench.clock.now.offset < .seconds(3700))
  }

  /// The concurrent waits of a function park its run until the first one ends.
  @Test func concurrentWaitsParkTheRun() async throws {
    let bench = Workbench()
    let workflow = Workflow("waits") { (_: Int, run: Steps) in
      async let short: Void = run.wait(for: .seconds(3600), name: "short")
      async let long: Void = run.wait(for: .seconds(7200), name: "long")
      _ = try await (short, long)
      return try await run.now.timeIntervalSince1970
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let time = try await runs.submit(workflow, id: "a", input: 1).value
      #expect(time >= 1000 + 7200)
      await runs.stop()
    }
    #expect(bench.events.filter { $0.hasPrefix("parked") }.count == 2)
  }

  /// A run is left by an error that nothing may handle, so what a `catch` does has no effect.
  @Test func whatAFunctionDoesAfterItWasLeftHasNoEffect() async throws {
    let bench = Workbench()
    let calls = Calls()
    let workflow = Workflow("mail") { (_: Int, run: Steps) in
      do {
        try await run.wait(for: .seconds(3600))
      } catch {
        calls.add("catch")
        try? await run.step("mail") { calls.add("mail") }
        return "caught"
      }
      return "waited"
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let valuea = try await runs.submit(workflow, id: "a", input: 1).value
      #expect(valuea == "waited")
      await runs.stop()
    }
    #expect(calls.all == ["catch"])
    let told = bench.events.filter { $0.hasPrefix("calledAfterParking") }
    #expect(told == [#"calledAfterParking(run: "a", call: "mail")"#])
  }

  @Test func timeAndRandomNumbersAreTheSameAgain() async throws {
    let bench = Workbench()
    let seen = Calls()
    let workflow = Workflow("seen") { (_: Int, run: Steps) in
      var numbers = run.random("numbers")
      var others = run.random("others")
      let number = Int.random(in: 0..<1_000_000_000, using: &numbers)
      let other = Int.random(in: 0..<1_000_000_000, using: &others)
      let time = try await run.now.timeIntervalSince1970
      seen.add("\(run.id) \(number) \(other) \(time)")
      try await run.wait(for: .seconds(3600))
      return number == other
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let valuea = try await runs.submit(workflow, id: "a", input: 1).value
      #expect(valuea == false)
      let valueb = try await runs.submit(workflow, id: "b", input: 1).value
      #expect(valueb == false)
      await runs.stop()
    }
    #expect(seen.all.count == 4)
    #expect(Set(seen.all).count == 2)
    #expect(seen.all.allSatisfy { $0.hasPrefix("a ") || $0.hasPrefix("b ") })
  }

  @Test func aCancelledRunBeginsNothing() async throws {
    let bench = Workbench()
    let calls = Calls()
    let workflow = Workflow("cancelled") { (_: Int, run: Steps) in
      try await run.step("first") { calls.add("first") }
      try? await run.wait(for: .seconds(3600))
      try await run.step("second") { calls.add("second") }
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      try await bench.until { try await run.status == .waiting }
      try await run.cancel()
      await #expect(throws: DurableRunCancelled.self) { try await run.value }
      await runs.stop()
    }
    #expect(calls.all == ["first"])
  }
}
