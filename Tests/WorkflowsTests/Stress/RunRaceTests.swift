import Futures
import FuturesTesting
import Testing
import TestSupport
import Workflows

/// Several threads use one run: nothing is lost, and nothing happens twice.
@Suite(.serialized) struct RunRaceTests {
  private let rounds = StressSize.rounds / 20
  private let owner = Owner()

  private func makeRuns(_ make: () -> WorkflowRun<Int>) -> [WorkflowRun<Int>] {
    (0..<rounds).map { _ in make() }
  }

  /// Waits until no run is in progress.
  private func settle(_ runs: [WorkflowRun<Int>]) async {
    for run in runs { await run.stopped() }
  }

  @Test func startAgainstStart() async {
    let calls = Counter()
    let refusals = Counter()
    let workflow = Workflow {
      Perform { (number: Int) in
        calls.add()
        return number
      }
    }
    let runs = makeRuns { workflow.prepare(1) }
    await race(rounds: rounds) { round in
      do { try runs[round].start() } catch { refusals.add() }
    } _: { round in
      do { try runs[round].start() } catch { refusals.add() }
    }
    await settle(runs)
    #expect(calls.value == rounds)
    #expect(refusals.value == rounds)
    #expect(runs.allSatisfy { $0.state == .succeeded })
  }

  @Test func cancelAgainstTheEnd() async {
    let successes = Counter()
    let failures = Counter()
    let wins = Counter()
    let workflow = Workflow { Increment() }
    let runs = makeRuns { workflow.prepare(1) }
    for run in runs {
      run.on(.inline).onSuccess(for: owner) { _, _ in successes.add() }
      run.on(.inline).onFailure(for: owner) { _, _ in failures.add() }
    }
    await race(rounds: rounds) { round in
      try? runs[round].start()
    } _: { round in
      if runs[round].cancel() { wins.add() }
    }
    await settle(runs)
    let succeeded = runs.count { $0.state == .succeeded }
    let cancelled = runs.count { $0.state == .cancelled }
    #expect(succeeded + cancelled == rounds)
    #expect(cancelled == wins.value)
    #expect(successes.value <= succeeded)
    #expect(failures.value == 0)
    for run in runs {
      #expect((run.future.currentValue != nil) == (run.state == .succeeded))
      #expect((run.future.currentError is CancellationError) == (run.state == .cancelled))
    }
  }

  @Test func cancelAgainstCancel() async {
    let wins = Counter()
    let gate = Gate<Int>()
    let workflow = Workflow { gate }
    let runs = makeRuns { workflow.start(1) }
    await race(rounds: rounds) { round in
      if runs[round].cancel() { wins.add() }
    } _: { round in
      if runs[round].cancel() { wins.add() }
    }
    await settle(runs)
    #expect(wins.value == rounds)
  }

  @Test func observersAgainstTheEnd() async {
    let calls = Counter()
    let workflow = Workflow { Increment() }
    let runs = makeRuns { workflow.prepare(1) }
    await race(rounds: rounds) { round in
      try? runs[round].start()
    } _: { [owner] round in
      for _ in 0..<3 {
        runs[round].on(.inline).onSuccess(for: owner) { _, number in calls.add(number - 1) }
      }
    }
    await settle(runs)
    #expect(calls.value == 3 * rounds)
  }

  @Test func leavingAgainstTheEnd() async {
    let calls = Counter()
    let workflow = Workflow { Increment() }
    let runs = makeRuns { workflow.prepare(1) }
    for run in runs { run.on(.inline).onSuccess(for: owner) { _, _ in calls.add() } }
    await race(rounds: rounds) { round in
      try? runs[round].start()
    } _: { [owner] round in
      runs[round].removeObservers(of: owner)
    }
    await settle(runs)
    #expect(runs.allSatisfy { $0.state == .cancelled || $0.state == .succeeded })
    #expect(calls.value <= runs.count { $0.state == .succeeded })
  }

  @Test func joiningAgainstLeaving() async {
    let gate = Gate<Int>()
    let other = Owner()
    let workflow = Workflow { gate }
    let runs = makeRuns { workflow.start(1) }
    for run in runs { run.on(.inline).onSuccess(for: owner) { _, _ in } }
    await race(rounds: rounds) { [owner] round in
      runs[round].removeObservers(of: owner)
    } _: { round in
      runs[round].on(.inline).onSuccess(for: other) { _, _ in }
      runs[round].removeObservers(of: other)
    }
    await settle(runs)
    #expect(runs.allSatisfy { $0.state == .cancelled })
  }

  @Test func insertionAgainstTheRun() async {
    let inserted = Counter()
    let workflow = Workflow {
      Increment()
      Increment()
      Increment().named("last")
    }
    let runs = makeRuns { workflow.prepare(0) }
    let added = Box([Int](repeating: 0, count: rounds))
    await race(rounds: rounds) { round in
      try? runs[round].start()
    } _: { round in
      var count = 0
      if (try? runs[round].insert(Increment(), before: "last")) != nil { count += 1 }
      if (try? runs[round].append(Increment())) != nil { count += 1 }
      inserted.add(count)
      added.value[round] = count
    }
    await settle(runs)
    for (round, run) in runs.enumerated() {
      #expect(run.future.currentValue == 3 + added.value[round])
    }
  }

  @Test func monitorAgainstTheEnd() async {
    let ended = Counter()
    let monitor = WorkflowMonitor(on: .inline) { run in if run.state.isSettled { ended.add() } }
    let workflow = Workflow { Increment() }
    let runs = makeRuns { workflow.prepare(1) }
    await race(rounds: rounds) { round in
      try? runs[round].start()
    } _: { round in
      monitor.observe(runs[round])
    }
    await settle(runs)
    #expect(ended.value == rounds)
    #expect(monitor.runs.isEmpty)
  }

  @Test func readersOfProgressAgainstTheRun() async {
    let workflow = Workflow {
      Increment()
      Increment()
    }
    for _ in 0..<(rounds / 10) {
      let run = workflow.prepare(1)
      let progress = run.progress
      let states = run.states
      async let fractions = progress.collect()
      async let history = states.collect()
      try? run.start()
      #expect(await fractions.last == 1)
      #expect(await history.last == .succeeded)
    }
  }

  @Test func anOwnerMayLeaveWhileOthersAreLookedFor() async {
    let rounds = rounds / 5
    let other = Owner()
    let runs = makeRuns { Workflow { Increment() }.prepare(1) }
    let leaving = runs.map { run in
      let owner = Leaving(run)
      for _ in 0..<50 { run.on(.inline).onFailure(for: owner) { _, _ in } }
      return Box<Leaving?>(owner)
    }
    await race(rounds: rounds) { round in
      for _ in 0..<5 { runs[round].removeObservers(of: other) }
    } _: { round in
      leaving[round].value = nil
    }
    #expect(runs.prefix(rounds).allSatisfy { $0.state == .ready })
  }

  @Test func comingToACacheAgainstLeavingIt() async throws {
    for _ in 0..<rounds {
      let calls = Counter()
      let gate = Gate<Int>()
      let step = Perform.withContext { (number: Int, context: StepContext) in
        calls.add() == 1 ? try await gate.run(number, in: context) : number
      }
      let workflow = step.cached().then { $0 }
      let first = workflow.start(1)
      try await gate.arrival()
      let second = workflow.start(1)
      first.cancel()
      await first.stopped()
      gate.open()
      #expect(try await second.value == 1)
    }
  }
}

/// Removes its observers from a run when it is released.
private final class Leaving: Sendable {
  private let run: WorkflowRun<Int>

  init(_ run: WorkflowRun<Int>) { self.run = run }

  deinit { run.removeObservers(of: self) }
}
