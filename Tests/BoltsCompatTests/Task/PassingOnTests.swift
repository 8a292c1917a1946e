import BoltsCompat
import Dispatch
import FuturesTesting
import Testing
import TestSupport

/// A continuation whose closure does not concern the outcome passes it on in place.
@Suite struct PassingOnTests {
  /// The continuations of a task that have nothing to do with its outcome, without a token.
  private static func passing(
    _ task: BFTask<Int>,
    _ outcome: Outcome,
    _ executor: BFExecutor
  ) -> [BFTask<Int>] {
    var new: [BFTask<Int>] = []
    if outcome != .result {
      new.append(task.continueOnSuccessWith(executor) { $0 + 1 })
      new.append(task.continueOnSuccessWithTask(executor) { BFTask($0 + 1) })
    }
    if outcome != .error {
      new.append(task.continueOnErrorWith(executor) { _ in 2 })
      new.append(task.continueOnErrorWith(executor) { (_: TestError) in 3 })
      new.append(task.continueOnErrorWithTask(executor) { _ in BFTask(4) })
      new.append(task.continueOnErrorWithTask(executor) { (_: TestError) in BFTask(5) })
    }
    return new
  }

  @Test(arguments: Outcome.allCases)
  func theExecutorReceivesNothing(_ outcome: Outcome) {
    let held = ManualContext()
    let executor = BFExecutor(held.context)
    let source = BFTaskCompletionSource<Int>()
    let pending = Self.passing(source.task, outcome, executor)
    outcome.complete(source)
    let settled = Self.passing(source.task, outcome, executor)
    #expect((pending + settled).allSatisfy { $0.ending == outcome.ending })
    #expect(held.isEmpty)
  }

  @Test(arguments: Outcome.allCases)
  func anExecutorThatDropsItsJobsChangesNothing(_ outcome: Outcome) {
    let executor = BFExecutor.escapingClosure { _ in }
    let tasks = Self.passing(outcome.task, outcome, executor)
    #expect(tasks.allSatisfy { $0.ending == outcome.ending })
  }

  @Test(arguments: Outcome.allCases)
  func aWaitOnTheThreadOfTheExecutorReturns(_ outcome: Outcome) async throws {
    let queue = DispatchQueue(label: "busy")
    let endings = try await onThread {
      queue.sync {
        Self.passing(outcome.task, outcome, .queue(queue)).map { task in
          task.waitUntilCompleted(timeout: .seconds(1)) ? task.ending : .pending
        }
      }
    }
    #expect(endings.allSatisfy { $0 == outcome.ending })
  }

  @Test func aRescueAfterAPassedErrorRunsInPlace() {
    let held = ManualContext()
    let source = BFTaskCompletionSource<Int>()
    let rescued = source.task
      .continueOnSuccessWith(BFExecutor(held.context)) { $0 }
      .continueOnErrorWith { _ in 7 }
    source.set(error: TestError.first)
    #expect(rescued.result == 7)
  }

  @Test func anErrorOfAnotherTypeIsComparedOnTheExecutor() {
    let held = ManualContext()
    let failed = BFTask<Int>(error: TestError.first)
    let task = failed.continueOnErrorWith(BFExecutor(held.context)) { (_: OtherError) in 1 }
    #expect(task.ending == .pending)
    held.runAll()
    #expect(task.ending == .error("first"))
  }

  @Test func formsWithATokenPassOnTheirExecutor() {
    let held = ManualContext()
    let executor = BFExecutor(held.context)
    let token = BFCancellationTokenSource().token
    let failed = BFTask<Int>(error: TestError.first)
    let tasks = [
      failed.continueOnSuccessWith(executor, cancellationToken: token) { $0 },
      failed.continueOnSuccessWithTask(executor, cancellationToken: token) { BFTask($0) },
      BFTask(1).continueOnErrorWith(executor, cancellationToken: token) { _ in 2 },
      BFTask(1).continueOnErrorWithTask(executor, cancellationToken: token) { _ in BFTask(2) },
    ]
    #expect(tasks.map(\.ending) == Array(repeating: .pending, count: 4))
    held.runAll()
    #expect(tasks.map(\.ending) == [.error("first"), .error("first"), .result("1"), .result("1")])
  }

  @Test func theClosureIsReleased() {
    let held = ManualContext()
    let source = BFTaskCompletionSource<Int>()
    let reference: WeakReference
    let task: BFTask<Int>
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      task = source.task.continueOnSuccessWith(BFExecutor(held.context)) { value in
        tracked.touch()
        return value
      }
    }
    source.set(error: TestError.first)
    #expect(task.ending == .error("first"))
    #expect(reference.isGone)
  }

  /// The task ends while the main actor is busy, and its closure waits for the main actor.
  @MainActor
  @Test(arguments: [true, false])
  func aClosureOfTheMainActorIsReleasedThere(_ isNamed: Bool) async throws {
    let source = BFTaskCompletionSource<Int>()
    let reference: WeakReference
    let task: BFTask<Int>
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      task =
        isNamed
        ? source.task.continueOnSuccessWith(.mainThread) { value in
          tracked.touch()
          return value
        }
        : source.task.continueOnSuccessWithTask { value in
          tracked.touch()
          return BFTask(value)
        }
    }
    let thread = ThreadBox { source.set(error: TestError.first) }
    thread.start()
    thread.join()
    #expect(task.ending == .error("first"))
    #expect(!reference.isGone)
    try await reference.goes()
  }

  @Test func aClosureOfAnActorIsReleasedThere() async throws {
    let screen = BusyActor()
    let source = BFTaskCompletionSource<Int>()
    let (task, reference) = await screen.register(on: source.task)
    #expect(await screen.isReleasedWhileBusy(reference) { source.cancel() } == false)
    #expect(task.ending == .cancelled)
    try await reference.goes()
  }
}

private actor BusyActor {
  private var values: [Int] = []

  func register(on task: BFTask<Int>) -> (BFTask<Int>, WeakReference) {
    let tracked = Tracked()
    let new = task.continueOnSuccessWith { value in
      tracked.touch()
      self.values.append(value)
      return value
    }
    return (new, WeakReference(tracked))
  }

  /// Whether an object is gone after a closure has run on another thread, while this actor is busy.
  func isReleasedWhileBusy(
    _ reference: WeakReference,
    _ body: @escaping @Sendable () -> Void
  ) -> Bool {
    let thread = ThreadBox(body)
    thread.start()
    thread.join()
    return reference.isGone
  }
}

@Suite struct PassingOnStressTests {
  @Test func aLongChainTakesConstantStack() {
    let held = ManualContext()
    let endings = Box<[Ending]>([])
    onSmallStack {
      let executor = BFExecutor(held.context)
      let source = BFTaskCompletionSource<Int>()
      let other = BFTaskCompletionSource<Int>()
      var failing = source.task
      var succeeding = other.task
      for link in 0..<StressSize.links {
        if link.isMultiple(of: 2) {
          failing = failing.continueOnSuccessWith(executor) { $0 + 1 }
          succeeding = succeeding.continueOnErrorWith(executor) { _ in 2 }
        } else {
          failing = failing.continueOnSuccessWithTask(executor) { BFTask($0 + 1) }
          succeeding = succeeding.continueOnErrorWithTask(executor) { _ in BFTask(2) }
        }
      }
      source.set(error: TestError.first)
      other.set(result: 1)
      endings.value = [failing.ending, succeeding.ending]
    }
    #expect(endings.value == [.error("first"), .result("1")])
    #expect(held.isEmpty)
  }

  @Test func aLongChainOfSettledTasksTakesConstantStack() {
    let held = ManualContext()
    let ending = Box(Ending.pending)
    onSmallStack {
      let executor = BFExecutor(held.context)
      var task = BFTask<Int>(error: TestError.first)
      for _ in 0..<StressSize.links {
        task = task.continueOnSuccessWith(executor) { $0 + 1 }
      }
      ending.value = task.ending
    }
    #expect(ending.value == .error("first"))
    #expect(held.isEmpty)
  }
}
