import Futures
import FuturesTesting
import TestSupport
import Testing
import Workflows

/// Futures that steps start belong to their run.
@Suite struct RunScopeTests {
  private let started = Log<Future<Int, any Error>>()

  /// Starts work that ends only when it is cancelled.
  private func start() -> Future<Int, any Error> {
    let future = Future<Int, any Error>.withPromise { promise in
      promise.onCancel { withExtendedLifetime(promise) {} }
    }
    started.add(future)
    return future
  }

  private func isCancelled(_ index: Int) -> Bool {
    started.all[index].currentError is CancellationError
  }

  @Test func aCancelledRunCancelsWhatItsStepsStarted() async throws {
    let gate = Gate<Int>()
    let run = Workflow {
      Perform { (number: Int) in
        _ = start()
        return number
      }
      Perform(on: .global()) { (number: Int) in
        _ = start()
        return number
      }
      gate
    }.start(1)
    try await gate.arrival()
    #expect(started.all.allSatisfy { !$0.isSettled })
    run.cancel()
    #expect(started.count == 2)
    #expect(isCancelled(0))
    #expect(isCancelled(1))
  }

  @Test func aRunIsCancelledWithTheScopeItWasStartedIn() async throws {
    let gate = Gate<Int>()
    let run = Box<WorkflowRun<Int>?>(nil)
    let scope = withCancellationScope { () -> Future<Int, any Error> in
      let started = Workflow { gate }.start(1)
      run.value = started
      return started.future.map { $0 }
    }
    try await gate.arrival()
    scope.cancel()
    #expect(run.value?.state == .cancelled)
  }

  @Test func aRunThatFollowsNoScopeGoesOn() async throws {
    let gate = Gate<Int>()
    let run = Box<WorkflowRun<Int>?>(nil)
    let scope = withCancellationScope { () -> Future<Int, any Error> in
      run.value = Workflow { gate }.start(1, options: RunOptions(cancellation: .never))
      return .never
    }
    try await gate.arrival()
    scope.cancel()
    #expect(run.value?.state == .running)
    gate.open()
    #expect(try await run.value?.value == 1)
  }

  @Test func aPreparedRunFollowsTheScopeOfItsOptionsAndNotThatOfItsStart() async throws {
    let gate = Gate<Int>()
    let run = Box<WorkflowRun<Int>?>(nil)
    let first = withCancellationScope { () -> Future<Int, any Error> in
      run.value = Workflow { gate }.prepare(1)
      return .never
    }
    let second = withCancellationScope { () -> Future<Int, any Error> in
      try? run.value?.start()
      return .never
    }
    try await gate.arrival()
    second.cancel()
    #expect(run.value?.state == .running)
    first.cancel()
    #expect(run.value?.cancellation == .scope)
  }

  @Test func aCancelledTaskIsNoScope() async throws {
    let gate = Gate<Int>()
    let task = Task { Workflow { gate }.start(1) }
    let run = await task.value
    task.cancel()
    gate.open()
    #expect(try await run.value == 1)
  }

  @Test func releasingARunThatWasStartedStopsNothing() async throws {
    let (gate, log, owner) = (Gate<Int>(), Log<Int>(), Owner())
    let ended = Promise<Void, any Error>()
    Workflow { gate }.start(1).on(.inline).onSuccess(for: owner) { _, number in
      log.add(number)
      ended.succeed()
    }
    try await gate.arrival()
    gate.open()
    try await ended.future.value
    #expect(log.all == [1])
  }

  @Test func releasingARunThatWasNotStartedCallsNoObserver() {
    let (log, owner) = (Log<String>(), Owner())
    let future = Workflow { Increment() }.prepare(1)
      .on(.inline).onSuccess(for: owner) { _, _ in log.add("success") }
      .on(.inline).onFailure(for: owner) { _, _ in log.add("failure") }
      .on(.inline).onCancel(for: owner) { _ in log.add("cancelled") }
      .future
    #expect(future.currentError is BrokenPromise)
    #expect(log.all == [])
  }

  @Test func anAttemptLeavesNothingRunning() async throws {
    let attempts = Counter()
    let run = Workflow {
      Perform { (number: Int) throws in
        _ = start()
        if attempts.add() < 3 { throw TestError() }
        return number
      }
      .retry(RetryPolicy(attempts: 3))
    }.start(1)
    #expect(try await run.value == 1)
    #expect(started.count == 3)
    #expect((0..<3).allSatisfy { isCancelled($0) })
  }

  @Test func aTimeOutCancelsWhatTheStepStarted() async throws {
    let clock = ManualClock()
    let stubborn = Stubborn()
    let run = Workflow {
      Workflow {
        Perform { (number: Int) in
          _ = start()
          return number
        }
        stubborn
      }
      .timeout(.seconds(1), clock: clock)
    }.start(1)
    try await stubborn.gate.arrival()
    clock.advance(by: .seconds(1))
    await #expect(throws: TimeoutError.self) { try await run.value }
    #expect(isCancelled(0))
    stubborn.gate.open()
  }

  @Test func aFailedBranchCancelsWhatTheOthersStarted() async throws {
    let gate = Gate<Int>()
    let failure = Gate<Int>()
    let run = Workflow {
      Parallel {
        Workflow {
          Perform { (number: Int) in
            _ = start()
            return number
          }
          gate
        }
        Workflow {
          failure
          Perform { (_: Int) throws -> Int in throw TestError() }
        }
      }
    }.start(1)
    try await gate.arrival()
    failure.open()
    await #expect(throws: TestError.self) { try await run.value }
    #expect(isCancelled(0))
  }
}
