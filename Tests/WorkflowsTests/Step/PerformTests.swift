import Dispatch
import Futures
import FuturesTesting
import Testing
import TestSupport
import Workflows

@Suite struct PerformTests {
  private static let mark = DispatchSpecificKey<Bool>()

  private func markedQueue() -> DispatchQueue {
    let queue = DispatchQueue(label: "marked")
    queue.setSpecific(key: Self.mark, value: true)
    return queue
  }

  @Test func aSynchronousClosureRunsOnTheContext() async throws {
    let step = Perform("on queue", on: .queue(markedQueue())) { (number: Int) in
      (number, DispatchQueue.getSpecific(key: Self.mark) == true)
    }
    let (number, isMarked) = try await step.then { $0 }(7)
    #expect(number == 7)
    #expect(isMarked)
  }

  @Test func anAsynchronousClosureRunsOnTheContextAlsoAfterItWasSuspended() async throws {
    let pause = Promise<Void, any Error>()
    let step = Perform("on queue", on: .queue(markedQueue())) { (_: Int) async throws in
      let before = Self.isMarked
      try await pause.future.value
      return [before, Self.isMarked]
    }
    let workflow = Increment().then(step)
    let run = workflow.start(1)
    pause.succeed()
    #expect(try await run.value == [true, true])
  }

  private static var isMarked: Bool { DispatchQueue.getSpecific(key: mark) == true }

  @Test func withoutAContextNothingIsOnTheQueue() async throws {
    #expect(try await Perform { (_: Int) in Self.isMarked }.then { $0 }(1) == false)
  }

  @Test func aClosureOfTheMainActorRunsThere() async throws {
    let step = Perform { @MainActor (number: Int) in
      MainActor.assertIsolated()
      return number
    }
    #expect(try await step.then { $0 }(3) == 3)
  }

  @Test func aClosureThatHasNotStartedDoesNotRunAfterCancel() async throws {
    let manual = ManualContext()
    let calls = Counter()
    let run = Increment().then(Perform(on: manual.context) { (_: Int) in calls.add() }).start(1)
    try await manual.waitForJobs()
    #expect(run.cancel())
    manual.runAll()
    await run.stopped()
    #expect(calls.value == 0)
  }

  @Test func aContextThatDropsTheJobCancelsTheRun() async throws {
    let manual = ManualContext()
    let run = Increment().then(Perform(on: manual.context) { (number: Int) in number }).start(1)
    try await manual.waitForJobs()
    manual.dropAll()
    await #expect(throws: CancellationError.self) { try await run.value }
    #expect(run.state == .cancelled)
  }

  @Test func aContextThatDropsTheFirstJobOfATaskCancelsTheRun() async throws {
    let calls = Counter()
    let lost = ExecutionContext.custom("lost") { _ in }
    let steps: [Workflow<Int, Int>] = [
      Workflow("value") {
        Perform(on: lost) { (number: Int) async -> Int in
          calls.add()
          return number
        }
      },
      Workflow("future") {
        Perform(on: lost) { (number: Int) async -> Future<Int, any Error> in
          calls.add()
          return Future(value: number)
        }
      },
      Workflow("then") {
        Increment()
        Perform(on: lost) { (number: Int) async -> Int in
          calls.add()
          return number
        }
      },
    ]
    for step in steps {
      let run = step.start(1)
      await #expect(throws: CancellationError.self) { try await run.value }
      #expect(run.state == .cancelled)
    }
    #expect(calls.value == 0)
  }

  @Test func aContextThatIsClosedDuringATaskCancelsTheRun() async throws {
    let isClosed = Box(false)
    let queue = DispatchQueue(label: "closes")
    let context = ExecutionContext.custom("closes") { job in
      if !isClosed.value { queue.async(execute: job) }
    }
    let ends = Counter()
    let step = Perform(on: context) { (number: Int) async -> Int in
      isClosed.value = true
      await Task.yield()
      ends.add()
      return number
    }
    let run = Increment().then(step).start(1)
    await #expect(throws: CancellationError.self) { try await run.value }
    #expect(run.state == .cancelled)
    // Nothing of the closure outlives the run.
    await run.stopped()
    #expect(ends.value == 1)
  }

  @Test func aClosureMayHaveTheContextOfItsStep() async throws {
    let workflow = Workflow("outer") {
      Perform.withContext("named") { (_: Int, context: StepContext) in
        context.report(0.5)
        return [context.name, context.path]
      }
    }
    let run = workflow.start(1)
    #expect(try await run.value == ["named", "outer/named"])
    let second = Perform.withContext("second") { (_: Int, context: StepContext) in context.name }
    let names = try await Increment().then(second)(1)
    #expect(names == "second")
  }

  @Test func whatTheClosureThrowsFailsTheStep() async throws {
    let run = Perform(on: .inline) { (_: Int) throws -> Int in throw TestError() }.then { $0 }
      .start(1)
    await #expect(throws: TestError()) { try await run.value }
  }

  @Test func aClosureThatHasStartedIsWaitedForAfterCancel() async throws {
    let started = Promise<Void, any Error>()
    let latch = DispatchSemaphore(value: 0)
    let done = Box(false)
    let step = Perform(on: .queue(DispatchQueue(label: "slow"))) { (number: Int) in
      started.succeed()
      latch.wait()
      done.value = true
      return number
    }
    let run = Increment().then(step).start(1)
    try await started.future.value
    run.cancel()
    let opening = Task {
      for _ in 0..<1000 { await Task.yield() }
      latch.signal()
    }
    await run.stopped()
    #expect(done.value)
    await opening.value
  }

  @Test func aClosureThatDoesNotRunAfterCancelIsNotWaitedFor() async throws {
    let manual = ManualContext()
    let tracked = Box<Tracked?>(Tracked())
    let reference = WeakReference(tracked.value!)
    let run = Increment().then(
      Perform(on: manual.context) { [held = tracked.value] (number: Int) in
        held?.touch()
        return number
      }
    ).start(1)
    tracked.value = nil
    try await manual.waitForJobs()
    run.cancel()
    await run.stopped()
    #expect(run.state == .cancelled)
    manual.dropAll()
    #expect(reference.isGone)
  }
}
