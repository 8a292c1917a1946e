import Futures
import FuturesTesting
import Testing
import TestSupport
import Workflows

@Suite struct WorkflowRunTests {
  @Test func aRunKnowsWhoItIs() async throws {
    let run = Workflow("named") { Increment() }.start(1, options: RunOptions(tag: "Oslo"))
    #expect(run.name == "named")
    #expect(run.tag as? String == "Oslo")
    #expect(run.stepNames == ["Increment"])
    _ = try await run.value
    #expect("\(run)" == "WorkflowRun(named, \(run.id), Oslo, succeeded)")
  }

  @Test func aPreparedRunWaitsToBeStarted() async throws {
    let run = Workflow { Increment() }.prepare(1)
    #expect(run.state == .ready)
    try run.start()
    #expect(try await run.value == 2)
    #expect(run.state == .succeeded)
  }

  @Test func startingTwiceIsAnErrorThatSaysSo() async throws {
    let run = Workflow("twice") { Increment() }.prepare(1)
    try run.start()
    let error = #expect(throws: RunAlreadyStarted.self) { try run.start() }
    #expect(error?.workflow == "twice")
    #expect(error?.run == run.id)
    #expect(try await run.value == 2)
    #expect(throws: RunAlreadyStarted.self) { try run.start() }
  }

  @Test func aRunThatWasCancelledBeforeIsNotStarted() async throws {
    let calls = Counter()
    let run = Perform { (_: Int) in calls.add() }.then { $0 }.prepare(1)
    #expect(run.cancel())
    try run.start()
    #expect(run.state == .cancelled)
    await #expect(throws: CancellationError.self) { try await run.value }
    await run.stopped()
    #expect(calls.value == 0)
  }

  @Test func statesFollowEachOtherAndNoneIsLeftOut() async throws {
    let run = Workflow { Increment() }.prepare(1)
    let states = run.states
    let all = Task { await states.collect() }
    let late = run.states.makeAsyncIterator()
    try run.start()
    _ = try await run.value
    #expect(await all.value.suffix(2) == [.running, .succeeded])
    var iterator = late
    #expect(await iterator.next() == .ready)
    #expect(await iterator.next() == .running)
    #expect(await iterator.next() == .succeeded)
    #expect(await iterator.next() == nil)
    #expect(await run.states.collect() == [.succeeded])
  }

  @Test func failureAndCancellationAreStatesOfTheirOwn() async throws {
    let failing = Workflow { Fail() }.start(1)
    _ = try? await failing.value
    #expect(failing.state == .failed)
    #expect(failing.currentError as? TestError == TestError())
    let cancelled = Workflow { Fail(CancellationError()) }.start(1)
    _ = try? await cancelled.value
    #expect(cancelled.state == .cancelled)
    #expect(RunState.allCases.filter(\.isSettled) == [.succeeded, .failed, .cancelled])
  }

  @Test func stateIsVisibleBeforeTheOutcome() async throws {
    let run = Workflow { Increment() }.prepare(1)
    let seen = run.future.map { _ in run.state }
    try run.start()
    #expect(try await seen.value == .succeeded)
  }

  @Test func aRunKeepsItself() async throws {
    let gate = Gate<Int>()
    let log = Log<Int>()
    let ended = Promise<Void, any Error>()
    Workflow {
      gate
      Perform { (number: Int) in
        log.add(number)
        ended.succeed()
      }
    }.start(5)
    try await gate.arrival()
    gate.open()
    try await ended.future.value
    #expect(log.all == [5])
  }

  @Test func aRunThatIsNeverStartedBreaksItsPromise() async throws {
    let future = Workflow { Increment() }.prepare(1).future
    #expect(future.currentError is BrokenPromise)
  }

  @Test func theInputAndTheStepsAreReleasedAtTheEnd() async throws {
    let tracked = Box<Tracked?>(Tracked())
    let reference = WeakReference(tracked.value!)
    let run = Workflow { Perform { (tracked: Tracked) in tracked.touch() } }.start(tracked.value!)
    tracked.value = nil
    try await run.value
    await run.stopped()
    #expect(reference.isGone)
  }

  @Test func whatStepsRegisterOnTheirTokenIsReleasedAtTheEnd() async throws {
    let tracked = Box<Tracked?>(Tracked())
    let reference = WeakReference(tracked.value!)
    let run = Workflow {
      Perform.withContext { (tracked: Tracked, context: StepContext) in
        _ = context.cancellation.onCancel { tracked.touch() }
      }
    }.start(tracked.value!)
    tracked.value = nil
    try await run.value
    await run.stopped()
    #expect(reference.isGone)
    run.cancel()
  }

  @Test func theTaskOfARunHasThePriorityOfItsOptions() async throws {
    let workflow = Workflow { Perform { (_: Int) async in Task.basePriority } }
    for priority in [TaskPriority.low, .high] {
      let run = workflow.start(1, options: RunOptions(priority: priority))
      #expect(try await run.value == priority)
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func readersOfARunThatIsNeverStartedComeToAnEnd() async throws {
    var run: WorkflowRun<Int>? = Workflow { Increment() }.prepare(1)
    let states = try #require(run?.states)
    let progress = try #require(run?.progress)
    async let history = states.collect()
    async let fractions = progress.collect()
    run = nil
    #expect(await history == [.ready])
    #expect(await fractions == [0])
  }
}
