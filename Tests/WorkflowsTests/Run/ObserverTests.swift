import Futures
import FuturesTesting
import Testing
import TestSupport
import Workflows

@Suite struct ObserverTests {
  private let owner = Owner()
  private let manual = ManualContext()
  private let log = Log<String>()

  @Test func successObserversAreCalledInOrderOnTheirContext() async throws {
    let run = Workflow { Increment() }.prepare(1)
    for name in ["a", "b", "c"] {
      run.on(manual.context).onSuccess(for: owner) { [owner, log] caller, number in
        #expect(caller === owner)
        log.add("\(name)\(number)")
      }
    }
    run.on(manual.context).onFailure(for: owner) { [log] _, _ in log.add("failure") }
    try run.start()
    _ = try await run.value
    try await manual.waitForJobs(3)
    #expect(log.all == [])
    manual.runAll()
    #expect(log.all == ["a2", "b2", "c2"])
  }

  @Test func failureObserversAreCalledOnFailureOnly() async throws {
    let run = Workflow { Fail(TestError("x")) }.prepare(1)
    run.on(.inline).onSuccess(for: owner) { [log] _, _ in log.add("success") }
    run.on(.inline).onFailure(for: owner) { [log] _, error in log.add("\(error)") }
    try run.start()
    await run.stopped()
    #expect(log.all == ["TestError x"])
  }

  @MainActor
  @Test func closuresRunOnTheMainActorByDefault() async throws {
    let called = Promise<Int, any Error>()
    let failed = Promise<String, any Error>()
    var count = 0
    Workflow { Increment() }.start(1).onSuccess(for: owner) { _, number in
      count += 1
      called.succeed(number)
    }
    Workflow { Fail() }.start(1).onFailure(for: owner) { _, error in
      count += 1
      failed.succeed("\(error)")
    }
    #expect(try await called.future.value == 2)
    #expect(try await failed.future.value == "TestError test")
    #expect(count == 2)
  }

  @Test func nobodyIsCalledAfterCancel() async throws {
    let gate = Gate<Int>()
    let run = Workflow { gate }.start(1)
    run.on(.inline).onSuccess(for: owner) { [log] _, _ in log.add("success") }
    run.on(.inline).onFailure(for: owner) { [log] _, _ in log.add("failure") }
    try await gate.arrival()
    run.cancel()
    gate.open()
    await run.stopped()
    run.on(.inline).onSuccess(for: owner) { [log] _, _ in log.add("late success") }
    run.on(.inline).onFailure(for: owner) { [log] _, _ in log.add("late failure") }
    #expect(log.all == [])
  }

  @Test func cancelAlsoSilencesClosuresThatWaitInTheirContext() async throws {
    let run = Workflow { Increment() }.start(1)
    run.on(manual.context).onSuccess(for: owner) { [log] _, _ in log.add("success") }
    try await manual.waitForJobs()
    #expect(!run.cancel())
    #expect(run.state == .succeeded)
    manual.runAll()
    #expect(log.all == [])
    #expect(try await run.value == 2)
  }

  @Test func anObserverThatIsAddedAfterTheEndGetsTheOutcome() async throws {
    let run = Workflow { Increment() }.start(1)
    _ = try await run.value
    await run.stopped()
    run.on(.inline).onSuccess(for: owner) { [log] _, number in log.add("\(number)") }
    run.on(.inline).onFailure(for: owner) { [log] _, _ in log.add("failure") }
    #expect(log.all == ["2"])
    let failing = Workflow { Fail() }.start(1)
    await failing.stopped()
    failing.on(.inline).onSuccess(for: owner) { [log] _, _ in log.add("success") }
    failing.on(.inline).onFailure(for: owner) { [log] _, error in log.add("\(error)") }
    #expect(log.all == ["2", "TestError test"])
  }

  @Test func theOwnerIsNotKept() async throws {
    let tracked = Box<Tracked?>(Tracked())
    let reference = WeakReference(tracked.value!)
    let gate = Gate<Int>()
    let run = Workflow { gate }.start(
      1,
      options: RunOptions(cancelsWhenUnobserved: false)
    )
    run.on(.inline).onSuccess(for: tracked.value!) { [log] _, _ in log.add("success") }
    try await gate.arrival()
    tracked.value = nil
    #expect(reference.isGone)
    gate.open()
    #expect(try await run.value == 1)
    await run.stopped()
    #expect(log.all == [])
  }

  @Test func closuresAreReleasedWhenTheyRanAndWhenTheyNeverWill() async throws {
    let tracked = Box<[Tracked]>([Tracked(), Tracked()])
    let references = tracked.value.map { WeakReference($0) }
    let run = Workflow { Increment() }.prepare(1)
    run.on(.inline).onSuccess(for: owner) { [object = tracked.value[0]] _, _ in object.touch() }
    run.on(.inline).onFailure(for: owner) { [object = tracked.value[1]] _, _ in object.touch() }
    tracked.value = []
    #expect(!references[0].isGone)
    #expect(!references[1].isGone)
    try run.start()
    await run.stopped()
    #expect(references[0].isGone)
    #expect(references[1].isGone)
  }

  /// Quadratic work would take eight times as long for each one.
  @Test(arguments: [true, false])
  func anObserverTakesNoTimeForTheOthers(_ ofOutcome: Bool) {
    let growth = timeGrowth(from: 1_000, to: 8_000) { [manual] count in
      {
        let run = Workflow { Increment() }.prepare(1)
        for _ in 0..<count {
          if ofOutcome {
            run.on(manual.context).onCancel {}
          } else {
            run.on(manual.context).onProgress { _ in }
          }
        }
        run.cancel()
        manual.runAll()
      }
    }
    #expect(growth < 3, "takes \(growth) times as long for each")
  }
}
