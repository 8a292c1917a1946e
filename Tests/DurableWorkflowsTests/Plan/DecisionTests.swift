import Testing

import Workflows

@_spi(Stores) @testable import DurableWorkflows

@Suite struct DecisionTests {
  private func path(_ names: String...) -> RecordPath { names.reduce(.root) { $0.appending($1) } }

  private func starts(_ plan: Plan, _ changes: [RunChange], at now: StoreTime = 0) -> [String] {
    var row = RunRow(input: 1, at: 0)
    row.apply(changes, at: 0)
    return Decision.next(plan, row, RunMemory(), at: now).starts.map { String($0.path.name) }
  }

  @Test func aChainContinuesBehindItsLastRecord() {
    let plan = Plan.chain("flow", [.plain("a"), .kept("b"), .plain("c"), .kept("d"), .kept("e")])
    #expect(starts(plan, []) == ["a"])
    #expect(starts(plan, [.record(path("flow", "b"), 1, isCompensated: false)]) == ["c"])
    #expect(starts(plan, [.record(path("flow", "d"), 1, isCompensated: false)]) == ["e"])
  }

  @Test func recordsInsideStepsCountForTheChainAround() {
    let plan = Plan.chain(
      "flow",
      [
        .plain("a"),
        .retry(
          "twice",
          .limit("limit", .settle("try", .kept("b")), time: 5),
          attempts: 2,
          pause: 0
        ),
        .kept("c"),
      ]
    )
    let record = RunChange.record(
      path("flow", "twice", "limit", "try", "b"),
      1,
      isCompensated: false
    )
    #expect(starts(plan, [record]) == ["c"])
  }

  @Test func elementsBeginInOrderAndUpToTheLimit() {
    let plan = Plan.forEach("each", .kept("a"), count: 5, limit: 2)
    #expect(starts(plan, []).count == 2)
    let second = RunChange.record(path("each", "1", "a"), 1, isCompensated: false)
    var row = RunRow(input: 1, at: 0)
    row.apply([second], at: 0)
    let next = Decision.next(plan, row, RunMemory(), at: 0).starts
    #expect(next.map(\.path) == [path("each", "0", "a"), path("each", "2", "a")])
  }

  @Test func aRunStaysWithTheBranchInWhichItHasBeen() {
    let plan = Plan.chain(
      "flow",
      [
        .plain("draw"),
        .when("even", .chain("then", [.kept("a"), .kept("b")]), otherwise: .kept("c")),
      ]
    )
    var row = RunRow(input: 1, at: 0)
    row.apply([.record(path("flow", "even", "then", "a"), 1, isCompensated: false)], at: 0)
    var memory = RunMemory()
    let draw = Plan.Leaf(name: "draw", isRecorded: false, isCompensated: false)
    let id = memory.start(
      RunMemory.Call(path: path("flow", "draw"), leaf: draw, input: 1, attempt: 1)
    )
    // This number differs from the first one.
    memory.end(id, with: .value(3))
    #expect(Decision.next(plan, row, memory, at: 0).starts.map(\.path.name) == ["b"])
  }

  @Test func aFallbackThatWaitsIsNotLeft() {
    let plan = Plan.recover("either", .plain("a"), fallback: .signal("go", timeout: nil))
    #expect(starts(plan, []) == ["a"])
    var row = RunRow(input: 1, at: 0)
    var memory = RunMemory()
    let leaf = Plan.Leaf(name: "a", isRecorded: false, isCompensated: false)
    let id = memory.start(
      RunMemory.Call(path: path("either", "a"), leaf: leaf, input: 1, attempt: 1)
    )
    memory.end(id, with: .failure(.step("a")))
    row.apply(Decision.next(plan, row, memory, at: 0).changes, at: 0)
    // In another process.
    let decision = Decision.next(plan, row, RunMemory(), at: 0)
    #expect(decision.starts == [])
    #expect(decision.continuation == .park(Wake(signals: ["go"])))
  }

  @Test func aFurtherAttemptFindsRecordsAndNothingElse() {
    let place = path("twice", "body")
    var row = RunRow(input: 1, at: 0)
    row.apply(
      [
        .record(place.appending("a"), 1, isCompensated: false),
        .wait(place.appending("b"), for: 10),
        .limit(place.appending("c"), until: 20),
        .attempt(place.appending("d"), failed: 1, pause: 0),
        .wait(path("beside"), for: 10),
        .attempt(path("twice"), failed: 1, pause: 5),
      ],
      at: 0
    )
    #expect(row.records.count == 1)
    #expect(row.waits == [path("beside"): 10])
    #expect(row.limits == [:])
    #expect(row.attempts == [path("twice"): RunRow.Attempts(failed: 1, due: 5)])
  }

  @Test func aCompensatedStepIsMarkedBeforeItBegins() {
    let plan = Plan.chain("flow", [.undoable("a")])
    let decision = Decision.next(plan, RunRow(input: 1, at: 0), RunMemory(), at: 0)
    #expect(decision.changes == [.begin(path("flow", "a"))])
  }

  @Test func theLastRecordAndTheEndAreOneWrite() throws {
    let scenario = Scenario(
      plan: .chain("flow", (0..<10).map { .kept("step \($0)") })
    )
    var simulation = Simulation(scenario, seed: 0)
    #expect(simulation.difference() == nil)
    #expect(simulation.writes == 10)
  }

  @Test func aMarkGoesWithTheRecordBeforeIt() {
    let scenario = Scenario(plan: .chain("flow", (0..<10).map { .undoable("step \($0)") }))
    var simulation = Simulation(scenario, seed: 0)
    #expect(simulation.difference() == nil)
    #expect(simulation.writes == 11)
  }

  @Test func aWaitIsOneWrite() {
    let scenario = Scenario(
      plan: .chain(
        "flow",
        [.kept("a"), .wait("one", 10), .kept("b"), .wait("two", 10), .kept("c")]
      )
    )
    var simulation = Simulation(scenario, seed: 0)
    #expect(simulation.difference() == nil)
    // Each accompanies the previous record.
    #expect(simulation.writes == 3)
  }
}
