import Futures
import FuturesTesting
import TestSupport
import Testing
import Workflows

/// Runs of which only one at a time is in progress for each key.
@Suite(.timeLimit(.minutes(10)))
struct UniqueRunsTests {
  private let runs = UniqueRuns()
  private let gates = (0..<3).map { Gate<Int>("\($0)") }

  private func start(
    _ number: Int,
    _ policy: ExistingRunPolicy,
    unique key: String = "key",
    named name: String = "w",
    options: RunOptions = RunOptions()
  ) -> WorkflowRun<Int> {
    runs.start(
      Workflow(name) { gates[number] },
      number,
      unique: key,
      ifRunning: policy,
      options: options
    )
  }

  @Test func theRunThatIsUnderWayIsKept() async throws {
    let first = start(0, .keep)
    let second = start(1, .keep)
    #expect(second.id == first.id && runs.runCount == 1)
    gates[0].open()
    #expect(try await second.value == 0)
    await first.stopped()
    let third = start(1, .keep)
    #expect(third.id != first.id)
    gates[1].open()
    #expect(try await third.value == 1)
  }

  @Test func aRunThatReplacesAnotherCancelsIt() async throws {
    let first = start(0, .replace)
    try await gates[0].arrival()
    let second = start(1, .replace)
    #expect(first.state == .cancelled && first.cancellation == .replaced)
    #expect(second.id != first.id && runs.runCount == 1)
    gates[1].open()
    #expect(try await second.value == 1)
  }

  @Test func itBeginsWhenTheStepsOfTheOtherHaveStopped() async throws {
    let stubborn = Stubborn()
    let first = runs.start(Workflow("w") { stubborn }, 1, unique: "key", ifRunning: .keep)
    try await stubborn.gate.arrival()
    let second = start(0, .replace)
    let third = start(1, .replace)
    #expect(second.cancellation == .replaced && third.state == .queued)
    first.cancel()
    let kept = start(2, .keep)
    #expect(kept.id == third.id)
    stubborn.gate.open()
    try await gates[1].arrival()
    #expect(third.state == .running)
    gates[1].open()
    #expect(try await third.value == 1)
    await third.stopped()
    #expect(runs.runCount == 0)
    #expect(second.trace.spans.isEmpty)
  }

  @Test func aCancelledRunIsNotKeptAndIsWaitedFor() async throws {
    let stubborn = Stubborn()
    let first = runs.start(Workflow("w") { stubborn }, 1, unique: "key", ifRunning: .keep)
    try await stubborn.gate.arrival()
    first.cancel()
    #expect(runs.runCount == 1)
    let second = start(0, .keep)
    #expect(second.id != first.id && second.state == .queued)
    #expect(first.cancellation == .requested)
    stubborn.gate.open()
    gates[0].open()
    #expect(try await second.value == 0)
  }

  @Test func otherKeysNamesAndOutputsDoNotConflict() async throws {
    let all = [
      start(0, .replace), start(1, .replace, unique: "other"), start(2, .replace, named: "other"),
    ]
    let text = Workflow("w") { Perform { (number: Int) in "\(number)" } }
    let string = runs.start(text, 1, unique: "key", ifRunning: .replace)
    #expect(all.allSatisfy { $0.state == .running })
    #expect(try await string.value == "1")
    for gate in gates { gate.open() }
    for run in all { _ = try await run.value }
  }

  @Test func aLimitHoldsAsWell() async throws {
    let limit = ConcurrencyLimit(1)
    let first = start(0, .keep, options: RunOptions(limit: limit))
    let second = start(1, .keep, unique: "other", options: RunOptions(limit: limit))
    let third = start(2, .replace, options: RunOptions(limit: limit))
    #expect(first.state == .cancelled)
    for gate in gates { gate.open() }
    #expect(try await (second.value, third.value) == (1, 2))
    await third.stopped()
    await second.stopped()
    #expect(limit.runningCount == 0 && limit.waitingCount == 0 && runs.runCount == 0)
  }

  @Test func aRunThatIsCancelledBeforeItsStartLeavesNothing() async throws {
    let source = CancellationSource()
    source.cancel()
    let run = start(0, .keep, options: RunOptions(cancellation: source.token))
    #expect(run.state == .cancelled && runs.runCount == 0)
  }

  @Test func observersOfARunThatHasEndedAreStillCalled() async throws {
    let (manual, log, owner) = (ManualContext(), Log<Int>(), Owner())
    gates[0].open()
    let first = start(0, .keep)
    first.on(manual.context).onSuccess(for: owner) { _, number in log.add(number) }
    _ = try await first.value
    _ = start(1, .replace)
    manual.runAll()
    #expect(log.all == [0])
    gates[1].open()
  }

  @Test func releasingItStopsNoRun() async throws {
    var passing: UniqueRuns? = UniqueRuns()
    let run = passing?.start(
      Workflow { gates[0] },
      1,
      unique: 1,
      ifRunning: .keep
    )
    passing = nil
    gates[0].open()
    #expect(try await run?.value == 1)
  }

  @Test func aWorkflowWithoutInput() async throws {
    let run = runs.start(Workflow { Perform { () in 7 } }, unique: 1, ifRunning: .replace)
    #expect(try await run.value == 7)
  }
}

/// Starts with one key on several threads.
@Suite(.timeLimit(.minutes(10)))
struct UniqueRunsRaceTests {
  @Test(arguments: [ExistingRunPolicy.keep, .replace])
  func neverAreTwoRunningAtOnce(policy: ExistingRunPolicy) async throws {
    let runs = UniqueRuns()
    let running = Counter()
    let most = Box(0)
    let workflow = Workflow("w") {
      Perform { (number: Int) async in
        let now = running.add()
        if now > 1 { most.value = now }
        await Task.yield()
        running.add(-1)
        return number
      }
    }
    for _ in 0..<(StressSize.isLong ? 20_000 : 300) {
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<4 {
          group.addTask {
            let run = runs.start(workflow, number, unique: "key", ifRunning: policy)
            _ = await run.result
            await run.stopped()
          }
        }
      }
    }
    #expect(most.value == 0)
  }
}
