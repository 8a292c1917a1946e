@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Futures
import FuturesTesting
import Testing
import Workflows

@Suite struct ChildRunTests {
  private struct Broken: Error {}

  private static let go = Signal<Int>("go")

  /// A workflow that adds the value of a signal and can be undone.
  private func child(_ calls: Calls) -> Workflow<Int, Int> {
    Workflow("child") {
      Perform("begin") { (number: Int) in
        calls.add("begin \(number)")
        return number
      }
      .checkpoint()
      .compensate { number in calls.add("undo \(number)") }
      WaitForSignal(Self.go)
      Perform("add") { (number: Int, more: Int) in
        if more < 0 { throw Broken() }
        return number + more
      }
      .checkpoint()
    }
  }

  /// A step whose first call fails.
  private func failingOnce(_ calls: Calls) -> Perform<Int, Int> {
    Perform("fail once") { number in
      calls.add("call")
      if calls.count(of: "call") == 1 { throw Broken() }
      return number
    }
  }

  private func parent(
    _ child: Workflow<Int, Int>,
    _ last: @escaping @Sendable (Int) async throws -> Int = { $0 * 100 }
  ) -> Workflow<Int, Int> {
    Workflow("parent") {
      Perform("first") { (number: Int) in number + 1 }.checkpoint()
      ChildRun(child)
      Perform("last", last).checkpoint()
    }
  }

  private func waiting(_ run: DurableRun<Int>, in bench: Workbench) async throws {
    try await bench.until { try await run.status == .waiting }
  }

  @Test func aChildIsARunOfItsOwn() async throws {
    let bench = Workbench()
    let child = child(Calls())
    let parent = parent(child)
    // There is room for one run: the parent takes none while it waits.
    let runs = try bench.process(
      parent.durable(),
      child.durable(),
      options: DurableRunsOptions(maxConcurrentRuns: 1, pollInterval: .seconds(6 * 3600))
    )
    try await bench.run {
      runs.start()
      let run = try await runs.submit(parent, id: "a", input: 1)
      let part = try runs.run(of: child, id: "a/parent/child")
      try await waiting(part, in: bench)
      #expect(try await run.status == .waiting)
      #expect(try await part.send(5, to: Self.go) == .kept)
      #expect(try await part.value == 7)
      #expect(try await run.value == 700)
      #expect(try await bench.store.load("a/parent/child")?.parent == "a")
      #expect(try await bench.store.load("a")?.parent == nil)
      // The parent was notified of the end, and did not poll for it.
      #expect(bench.clock.now.offset < .seconds(60))
      await runs.stop()
    }
  }

  /// With the intervals of the bench, a wait for another process is a day of steps of the clock.
  private static let attentive = DurableRunsOptions(pollInterval: .seconds(10))

  @Test func anotherProcessWorksOnTheChild() async throws {
    let bench = Workbench()
    let calls = Calls()
    let child = child(calls)
    let parent = parent(child)
    let runs = try bench.process(parent.durable(), options: Self.attentive)
    let other = try bench.process(child.durable(), options: Self.attentive)
    try await bench.run {
      runs.start()
      other.start()
      let run = try await runs.submit(parent, id: "a", input: 1)
      let part = try other.run(of: child, id: "a/parent/child")
      try await waiting(part, in: bench)
      // Another process continues the parent, which finds its child again.
      await runs.stop()
      let third = try bench.process(parent.durable(), options: Self.attentive)
      third.start()
      try await part.send(5, to: Self.go)
      #expect(try await third.run(of: parent, id: "a").value == 700)
      #expect(try await run.value == 700)
      await third.stop()
      await other.stop()
    }
    #expect(calls.all == ["begin 2"])
  }

  @Test func aParentFindsAnEndThatItWasNotTold() async throws {
    let bench = Workbench()
    let child = child(Calls())
    let parent = parent(child)
    let runs = try bench.process(
      parent.durable(),
      options: DurableRunsOptions(pollInterval: .seconds(10))
    )
    try await bench.run {
      runs.start()
      let run = try await runs.submit(parent, id: "a", input: 1)
      try await waiting(run, in: bench)
      // This worker ends the run, and then its process ends before it notifies the parent.
      let request = ClaimRequest(
        worker: "w",
        workflows: [WorkflowVersion("child")],
        lease: .seconds(60)
      )
      let claim = try #require(try await bench.store.claim(request).runs.first)
      let write = RunWrite(
        run: claim.id,
        epoch: claim.row.epoch,
        token: 1,
        changes: [],
        continuation: .end(.value(try JSONRunCodec().encode(7)))
      )
      _ = try await bench.store.commit(write)
      #expect(try await run.value == 700)
      await runs.stop()
    }
  }

  @Test func theErrorOfAChildIsThatOfTheStep() async throws {
    let bench = Workbench()
    let calls = Calls()
    let child = child(calls)
    let parent = parent(child)
    let runs = try bench.process(parent.durable(), child.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(parent, id: "a", input: 1)
      try await waiting(try runs.run(of: child, id: "a/parent/child"), in: bench)
      try await runs.send(-1, to: Self.go, of: "a/parent/child")
      let failure = await #expect(throws: DurableRunFailed.self) { try await run.value }
      #expect(failure?.type == "DurableRunFailed")
      #expect(failure?.notUndone == [])
      // The next attempt has a new child.
      #expect(try await runs.reopen("a"))
      let second = try runs.run(of: child, id: "a/parent/child 2")
      try await bench.until { try await second.status == .waiting }
      try await second.send(1, to: Self.go)
      #expect(try await run.value == 300)
      await runs.stop()
    }
    #expect(calls.all == ["begin 2", "undo 2", "begin 2"])
  }

  @Test func aParentIsToldEachEndOfItsChild() async throws {
    let bench = Workbench()
    let calls = Calls()
    let child = Workflow("child") {
      failingOnce(calls).checkpoint()
      WaitForSignal(Self.go)
      Perform("sum") { (first: Int, second: Int) in first + second }
    }
    let parent = Workflow("parent") { ChildRun(child) }
    let runs = try bench.process(parent.durable(), child.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(parent, id: "a", input: 3)
      await #expect(throws: DurableRunFailed.self) { try await run.value }
      // With the cause fixed, the child continues, and so does its parent.
      #expect(try await runs.reopen("a/parent/child"))
      #expect(try await runs.reopen("a"))
      try await bench.until { try await run.status == .waiting }
      let start = bench.clock.now
      try await runs.send(4, to: Self.go, of: "a/parent/child")
      #expect(try await run.value == 7)
      // The parent was notified of the second end, too, and did not poll for it.
      #expect(start.duration(to: bench.clock.now) < .seconds(30))
      #expect(try await runs.list().count == 2)
      await runs.stop()
    }
  }

  @Test func eachAttemptHasAChildOfItsOwn() async throws {
    let bench = Workbench()
    let calls = Calls()
    let child = Workflow("child") {
      failingOnce(calls).checkpoint()
    }
    let parent = Workflow("parent") {
      Workflow("try") { ChildRun(child) }.retry(RetryPolicy(attempts: 3))
    }
    let runs = try bench.process(parent.durable(), child.durable())
    try await bench.run {
      runs.start()
      let output = try await runs.submit(parent, id: "a", input: 3).value
      #expect(output == 3)
      let all = try await Set(runs.list().map(\.id))
      #expect(all == ["a", "a/parent/try/child", "a/parent/try/child 2"])
      await runs.stop()
    }
  }

  @Test func aStepTakesNoChildThatIsBeingUndone() async throws {
    let bench = Workbench()
    let child = child(Calls())
    let parent = parent(child)
    let runs = try bench.process(parent.durable(), options: Self.attentive)
    let other = try bench.process(child.durable(), options: Self.attentive)
    try await bench.run {
      runs.start()
      other.start()
      let run = try await runs.submit(parent, id: "a", input: 1)
      try await waiting(try other.run(of: child, id: "a/parent/child"), in: bench)
      try await other.send(5, to: Self.go, of: "a/parent/child")
      #expect(try await run.value == 700)
      // The parent is undone and runs again before any process undoes the child.
      await other.stop()
      #expect(try await run.undo() == .requested)
      await #expect(throws: DurableRunCancelled.self) { try await run.value }
      #expect(try await runs.reopen("a"))
      let third = try bench.process(child.durable(), options: Self.attentive)
      let second = try third.run(of: child, id: "a/parent/child 2")
      #expect(try await bench.ended(within: .seconds(60)) { try await second.status != nil })
      third.start()
      try await second.send(6, to: Self.go)
      #expect(try await run.value == 800)
      await runs.stop()
      await third.stop()
    }
  }

  @Test func stepsHaveNoChildTogether() async throws {
    let bench = Workbench()
    let calls = Calls()
    let child = Workflow("child") {
      failingOnce(calls).checkpoint()
    }
    // The second child of the first step has the name of the second step.
    let parent = Workflow("parent") {
      ChildRun(child).retry(RetryPolicy(attempts: 2))
      ChildRun(child, name: "child 2")
    }
    let runs = try bench.process(parent.durable(), child.durable())
    try await bench.run {
      runs.start()
      #expect(try await runs.submit(parent, id: "a", input: 3).value == 3)
      let all = try await Set(runs.list().map(\.id))
      #expect(all == ["a", "a/parent/child", "a/parent/child 2", "a/parent/child 2 2"])
      await runs.stop()
    }
    #expect(calls.count(of: "call") == 3)
  }

  @Test func aRunThatIsNoChildIsLeftAlone() async throws {
    let bench = Workbench()
    let calls = Calls()
    let child = Workflow("child") {
      Perform("add") { (number: Int) in number + 1 }
        .checkpoint()
        .compensate { number in calls.add("undo \(number)") }
    }
    let parent = parent(child) { _ in throw Broken() }
    let runs = try bench.process(parent.durable(), child.durable())
    try await bench.run {
      runs.start()
      // One run has another input, and the other has the same input.
      let different = try await runs.submit(child, id: "a/parent/child", input: 7)
      let same = try await runs.submit(child, id: "b/parent/child", input: 2)
      _ = try await (different.value, same.value)
      for id in ["a", "b"] {
        let run = try await runs.submit(parent, id: id, input: 1)
        await #expect(throws: DurableRunFailed.self) { try await run.value }
        let own = try runs.run(of: child, id: "\(id)/parent/child 2")
        try await bench.until { try await own.status == .cancelled }
      }
      #expect(try await different.status == .succeeded)
      #expect(try await same.status == .succeeded)
      await runs.stop()
    }
    #expect(calls.all == ["undo 3", "undo 3"])
  }

  @Test func aChildBehindOneThatWasRemovedIsUndone() async throws {
    let bench = Workbench()
    let calls = Calls()
    let child = child(calls)
    let parent = Workflow("parent") {
      Workflow("try") { ChildRun(child) }.retry(RetryPolicy(attempts: 2))
      Perform("last") { (_: Int) async throws -> Int in throw Broken() }.checkpoint()
    }
    let runs = try bench.process(parent.durable(), child.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(parent, id: "a", input: 1)
      let first = try runs.run(of: child, id: "a/parent/try/child")
      try await waiting(first, in: bench)
      try await first.send(-1, to: Self.go)
      let second = try runs.run(of: child, id: "a/parent/try/child 2")
      try await bench.until { try await second.status == .waiting }
      #expect(try await runs.removeEnded(olderThan: .zero) == 1)
      try await second.send(5, to: Self.go)
      let failure = await #expect(throws: DurableRunFailed.self) { try await run.value }
      #expect(failure?.notUndone == [])
      #expect(
        try await bench.ended(within: .seconds(60)) { try await second.status == .cancelled }
      )
      await runs.stop()
    }
    #expect(calls.all == ["begin 1", "undo 1", "begin 1", "undo 1"])
  }

  @Test func aChildThatWasRemovedCountsAsNotUndone() async throws {
    let bench = Workbench()
    let child = child(Calls())
    let parent = Workflow("parent") {
      ChildRun(child)
      WaitForSignal(Self.go)
      Perform("last") { (_: Int, _: Int) async throws -> Int in throw Broken() }.checkpoint()
    }
    let runs = try bench.process(parent.durable(), child.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(parent, id: "a", input: 1)
      let part = try runs.run(of: child, id: "a/parent/child")
      try await waiting(part, in: bench)
      try await part.send(5, to: Self.go)
      #expect(try await part.value == 6)
      try await bench.until { try await run.fractionCompleted > 0 }
      #expect(try await runs.removeEnded(olderThan: .zero) == 1)
      try await run.send(1, to: Self.go)
      let failure = await #expect(throws: DurableRunFailed.self) { try await run.value }
      #expect(failure?.notUndone == ["/parent/child"])
      await runs.stop()
    }
  }

  @Test func cancellingFollows() async throws {
    let bench = Workbench()
    let calls = Calls()
    let child = child(calls)
    let parent = parent(child)
    let runs = try bench.process(parent.durable(), child.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(parent, id: "a", input: 1)
      let part = try runs.run(of: child, id: "a/parent/child")
      try await waiting(part, in: bench)
      try await waiting(run, in: bench)
      #expect(try await run.cancel() == .requested)
      await #expect(throws: DurableRunCancelled.self) { try await run.value }
      await #expect(throws: DurableRunCancelled.self) { try await part.value }
      await runs.stop()
    }
    #expect(calls.all == ["begin 2", "undo 2"])
  }

  @Test func undoingFollows() async throws {
    let bench = Workbench()
    let calls = Calls()
    let child = child(calls)
    let parent = parent(child) { _ in throw Broken() }
    let runs = try bench.process(parent.durable(), child.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(parent, id: "a", input: 1)
      let part = try runs.run(of: child, id: "a/parent/child")
      try await waiting(part, in: bench)
      try await part.send(5, to: Self.go)
      let failure = await #expect(throws: DurableRunFailed.self) { try await run.value }
      #expect(failure?.type == "Broken")
      try await bench.until { try await part.status == .cancelled }
      await runs.stop()
    }
    #expect(calls.all == ["begin 2", "undo 2"])
  }

  @Test func aTimeLimitCancelsTheChild() async throws {
    let bench = Workbench()
    let calls = Calls()
    let child = child(calls)
    let parent = Workflow("parent") {
      Workflow("limited") { ChildRun(child) }.timeout(.seconds(30)).recover { _ in -1 }
    }
    let runs = try bench.process(parent.durable(), child.durable())
    try await bench.run {
      runs.start()
      #expect(try await runs.submit(parent, id: "a", input: 1).value == -1)
      let part = try runs.run(of: child, id: "a/parent/limited/child")
      try await bench.until { try await part.status == .cancelled }
      await runs.stop()
    }
    #expect(calls.all == ["begin 1", "undo 1"])
  }

  @Test func manyChildrenRunSideBySide() async throws {
    let bench = Workbench()
    let child = Workflow("child") {
      Perform("double") { (number: Int) in number * 2 }.checkpoint()
    }
    let parent = Workflow("parent") {
      Perform("numbers") { (count: Int) in Array(1...count) }.checkpoint()
      ForEach { ChildRun(child) }.keyed { "\($0)" }
    }
    let runs = try bench.process(parent.durable(), child.durable())
    try await bench.run {
      runs.start()
      let doubled = try await runs.submit(parent, id: "a", input: 50).value
      #expect(doubled == (1...50).map { $0 * 2 })
      await runs.stop()
    }
  }

  @Test func childrenNeedNoInputAndNoOutput() async throws {
    let bench = Workbench()
    let calls = Calls()
    let plain = Workflow("plain") { Perform("do") { () in calls.add("do") }.checkpoint() }
    let giving = Workflow("giving") { Perform("give") { () in 7 }.checkpoint() }
    let taking = Workflow("taking") {
      Perform("take") { (number: Int) in calls.add("take \(number)") }.checkpoint()
    }
    let parent = Workflow("parent") {
      ChildRun(plain)
      ChildRun(giving)
      ChildRun(taking)
    }
    let runs = try bench.process(
      parent.durable(),
      plain.durable(),
      giving.durable(),
      taking.durable()
    )
    try await bench.run {
      runs.start()
      let run = try await runs.submit(parent, id: "a")
      try await run.value
      await runs.stop()
    }
    #expect(calls.all == ["do", "take 7"])
  }

  @Test func withoutAStoreAChildIsAPart() async throws {
    let child = Workflow("child") { Perform("double") { (number: Int) in number * 2 } }
    let parent = Workflow("parent") { ChildRun(child) }
    #expect(try await parent(4) == 8)
  }

  @Test func aRunThatHasSucceededIsUndone() async throws {
    let bench = Workbench()
    let calls = Calls()
    let child = child(calls)
    let runs = try bench.process(child.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(child, id: "a", input: 1)
      try await run.send(5, to: Self.go)
      #expect(try await run.value == 6)
      #expect(try await run.undo() == .requested)
      await #expect(throws: DurableRunCancelled.self) { try await run.value }
      #expect(try await run.undo() == .refused)
      // The steps that were undone run again.
      #expect(try await runs.reopen("a"))
      #expect(try await run.value == 6)
      await runs.stop()
    }
    #expect(calls.all == ["begin 1", "undo 1", "begin 1"])
  }
}
