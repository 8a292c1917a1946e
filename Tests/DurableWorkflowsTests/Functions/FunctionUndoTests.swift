@testable import DurableWorkflows
import DurableWorkflowsTesting
import Futures
import FuturesTesting
import Testing
import Workflows

/// What a function has done is undone, the last call first.
@Suite struct FunctionUndoTests {
  struct OutOfStock: Error {}

  private static func order(_ calls: Calls) -> Workflow<Int, Int> {
    Workflow("order") { (_: Int, run: Steps) in
      for item in 1...2 {
        try await run.step("reserve") {
          item
        } undo: { reserved, step in
          calls.add("release \(reserved ?? 0) of \(step.idempotencyKey)")
        }
      }
      try await run.step("note") {
        calls.add("note")
      } undo: { _ in
        calls.add("remove note")
      }
      try await run.wait(for: .seconds(60))
      return try await run.step("ship") { () async throws -> Int in
        throw OutOfStock()
      } undo: { (_: Int?, _) in
        calls.add("unship")
      }
    }
  }

  private let undone = [
    "remove note", "release 2 of a/order/reserve/%2", "release 1 of a/order/reserve",
  ]

  @Test func aRunThatFailsIsUndoneInReverseOrder() async throws {
    let bench = Workbench()
    let calls = Calls()
    let order = Self.order(calls)
    let runs = try bench.process(order.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(order, id: "a", input: 1)
      let error = await #expect(throws: DurableRunFailed.self) { try await run.value }
      #expect(error?.type == "OutOfStock" && error?.notUndone == [])
      await runs.stop()
    }
    #expect(calls.all == ["note"] + undone)
  }

  @Test func aParkedRunThatIsCancelledIsUndone() async throws {
    let bench = Workbench()
    let calls = Calls()
    let order = Self.order(calls)
    let runs = try bench.process(order.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(order, id: "a", input: 1)
      try await bench.until { try await run.status == .waiting }
      try await run.cancel()
      await #expect(throws: DurableRunCancelled.self) { try await run.value }
      await runs.stop()
    }
    #expect(calls.all == ["note"] + undone)
  }

  @Test func withoutAStoreItIsUndone() async throws {
    let bench = Workbench()
    let calls = Calls()
    let order = Workflow("order") { (_: Int, run: Steps) in
      for item in 1...2 {
        try await run.step("reserve") {
          item
        } undo: { item, _ in
          calls.add("undo \(item ?? 0)")
        }
      }
      throw OutOfStock()
    }
    try await bench.run {
      _ = await #expect(throws: OutOfStock.self) { try await order(1) }
    }
    #expect(calls.all == ["undo 2", "undo 1"])
  }

  /// The process may have ended behind the effect, of which the end of the next attempt says
  /// nothing.
  @Test(arguments: [false, true])
  func aStepThatItsProcessLeftIsUndoneThoughItFailsAfterward(isCancelled: Bool) async throws {
    let bench = Workbench()
    let calls = Calls()
    let hold = Promise<Void, Never>()
    let order = Workflow("order") { (_: Int, run: Steps) in
      let isSecond = !calls.all.isEmpty
      do {
        try await withThrowingTaskGroup(of: Int.self) { group in
          group.addTask {
            try await run.step("charge", key: "card") {
              if isSecond { throw OutOfStock() }
              calls.add("charge")
              await hold.future.value
              return 1
            } undo: { amount, _ in
              calls.add("refund \(amount ?? 0)")
            }
          }
          if isSecond && isCancelled { group.cancelAll() }
          try await group.waitForAll()
        }
      } catch {}
      try await run.step("note") {}
      if isSecond { throw OutOfStock() }
      return 1
    }
    let first = try bench.process(order.durable())
    let second = try bench.process(order.durable())
    try await bench.run {
      first.start()
      try await first.submit(order, id: "a", input: 1)
      try await bench.until { calls.all == ["charge"] }
      first.abandon()
      second.start()
      await #expect(throws: DurableRunFailed.self) {
        try await second.run(of: order, id: "a").value
      }
      hold.succeed()
      await second.stop()
      await first.abandoned()
    }
    #expect(calls.all == ["charge", "refund 0"])
  }

  enum Interruption: CaseIterable { case run, limit, group }

  private static func order(
    _ calls: Calls,
    _ interruption: Interruption,
    throwsCancellation: Bool,
    clock: any Clock<Duration>
  ) -> Workflow<Int, Void> {
    let begun = Promise<Void, Never>()
    let never = Promise<Void, any Error>()
    return Workflow("order") { (_: Int, run: Steps) in
      @Sendable func charge() async throws {
        try await run.step("charge") {
          calls.add("charge")
          begun.succeed()
          do {
            try await never.future.value
          } catch {
            throw throwsCancellation ? error : OutOfStock()
          }
        } undo: { _ in
          calls.add("refund")
        }
      }
      switch interruption {
      case .run: try await charge()
      case .limit: try await run.within(.seconds(60), clock: clock) { try await charge() }
      case .group:
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await charge() }
          group.addTask {
            try await run.step("fail") {
              await begun.future.value
              throw OutOfStock()
            }
          }
          for try await _ in group {}
        }
      }
    }
  }

  /// Nobody knows what the request has done that the body was waiting for.
  @Test(arguments: Interruption.allCases, [false, true])
  func aStepThatIsCancelledWhileItRunsIsUndone(
    _ interruption: Interruption,
    throwsCancellation: Bool
  ) async throws {
    let bench = Workbench()
    for isDurable in [true, false] {
      let calls = Calls()
      let order = Self.order(
        calls,
        interruption,
        throwsCancellation: throwsCancellation,
        clock: bench.clock
      )
      let runs = try bench.process(order.durable())
      try await bench.run(within: .seconds(3600)) {
        if isDurable {
          runs.start()
          let run = try await runs.submit(order, id: "a", input: 1)
          try await bench.until { calls.all.first == "charge" }
          if interruption == .run { try await run.cancel() }
          await #expect(throws: (any Error).self) { try await run.value }
          await runs.stop()
        } else {
          let run = order.start(1)
          try await bench.until { calls.all.first == "charge" }
          if interruption == .run { run.cancel() }
          await #expect(throws: (any Error).self) { try await run.value }
          // A run without a store ends when it is cancelled, and undoes its steps behind that.
          try await bench.until { calls.all.count > 1 }
        }
      }
      #expect(calls.all == ["charge", "refund"], "durable: \(isDurable)")
    }
  }

  /// When the undos are named, the wait for the limit ends like the calls in it.
  @Test func aRunThatIsCancelledInALimitIsUndone() async throws {
    let bench = Workbench()
    let calls = Calls()
    let answer = Signal<Int>("answer")
    let order = Workflow("order") { (_: Int, run: Steps) in
      try await run.step("charge") {
      } undo: { _ in
        calls.add("refund")
      }
      _ = try await run.within(.seconds(3600)) { try await run.signal(answer) }
    }
    let runs = try bench.process(order.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(order, id: "a", input: 1)
      try await bench.until { try await run.status == .waiting }
      try await run.cancel()
      await #expect(throws: DurableRunCancelled.self) { try await run.value }
      await runs.stop()
    }
    #expect(calls.all == ["refund"])
  }

  /// All undo closures are found before one runs.
  @Test func aMissingUndoSetsTheRunAsideBeforeAnythingIsUndone() async throws {
    let bench = Workbench()
    let calls = Calls()
    let order = Self.order(calls)
    let changed = Workflow("order") { (_: Int, run: Steps) in
      for item in 1...2 { try await run.step("reserve") { item } }
      try await run.step("note") {
      } undo: { _ in
        calls.add("remove note")
      }
      return 1
    }
    let first = try bench.process(order.durable())
    let second = try bench.process(changed.durable())
    try await bench.run {
      first.start()
      let run = try await first.submit(order, id: "a", input: 1)
      try await bench.until { try await run.status == .waiting }
      await first.stop()
      try await run.cancel()
      second.start()
      let error = await #expect(throws: DurableRunSetAside.self) {
        try await second.run(of: changed, id: "a").value
      }
      #expect(error?.reason.contains("has to undo '/order/reserve/%2', '/order/reserve'") == true)
      await second.stop()
      first.start()
      #expect(try await first.reopen("a"))
      await #expect(throws: DurableRunCancelled.self) { try await run.value }
      await first.stop()
    }
    #expect(calls.all == ["note"] + undone)
  }

  @Test func anUndoInAPartOfAWorkflowIsRefused() async throws {
    let bench = Workbench()
    let calls = Calls()
    let whole = Workflow("whole") { Self.order(calls) }
    let runs = try bench.process(whole.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(whole, id: "a", input: 1)
      let error = await #expect(throws: DurableRunFailed.self) { try await run.value }
      #expect(error?.message.contains("'reserve' has an undo") == true)
      await runs.stop()
    }
    #expect(calls.all == [])
  }
}
