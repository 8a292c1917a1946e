import Testing
import TestSupport

@testable import DurableWorkflows

/// Every order of claims, renewals, writes and expired leases, with two workers and small runs.
@Suite(.serialized) struct TwoWorkersTests {
  @Test(arguments: Scenario.small, [false, true])
  func everyOrderEndsWell(_ scenario: Scenario, isCancelled: Bool) async {
    let delays = StressSize.isLong ? 3 : isCancelled ? 1 : 2
    let start = TwoWorkers(scenario, delays: delays, isCancelled: isCancelled)
    var seen: Set<TwoWorkers> = [start]
    var waiting = [start]
    while let state = waiting.popLast() {
      if seen.count % 16 == 0 { await Task.yield() }
      if let difference = state.violation ?? state.differenceAfterRescue {
        Issue.record("\(difference)\n\(state)")
        return
      }
      for next in state.next where seen.insert(next).inserted { waiting.append(next) }
    }
    print("\(scenario.name)\(isCancelled ? ", cancelled" : ""): \(seen.count) states")
    #expect(seen.count > 50)
  }
}

extension Scenario {
  static let small: [Scenario] = [
    Scenario(name: "one step", plan: .chain("flow", [.kept("a")])),
    Scenario(name: "two steps", plan: .chain("flow", [.kept("a"), .undoable("b")])),
    Scenario(
      name: "a failure",
      plan: .chain("flow", [.undoable("a"), .plain("b")]),
      behaviours: ["b": .fail]
    ),
    Scenario(
      name: "a wait",
      plan: .chain("flow", [.undoable("a"), .wait("pause", 10), .kept("b")])
    ),
    Scenario(
      name: "two branches",
      plan: .chain("flow", [.parallel("both", [.undoable("a"), .kept("b")])])
    ),
    Scenario(
      name: "a signal",
      plan: .chain("flow", [.signal("go", timeout: nil), .kept("a")]),
      sendings: [Sending(name: "go", value: 3, isEarly: false)]
    ),
    Scenario(
      name: "two attempts",
      plan: .chain("flow", [.retry("twice", .undoable("a"), attempts: 2, pause: 0)]),
      behaviours: ["a": .failUntil(attempt: 1)]
    ),
  ]
}
