import Futures
import FuturesTesting
import TestSupport
import Testing
import Workflows

/// Futures that steps start belong to their run.
@Suite struct RunScopeTests {
  private let started = Log<Future<Int, any Error>>()

  /// Starts work that never ends by itself.
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
