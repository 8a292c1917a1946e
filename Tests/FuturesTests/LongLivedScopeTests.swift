#if canImport(Glibc)
import Futures
import FuturesTesting
import TestSupport
import Testing

/// The memory that asynchronous work leaves behind on the token of a scope that lives as long as
/// the program: no byte per call.
@Suite(.serialized) struct LongLivedScopeTests {
  @Test func retries() async {
    await #expect(processExitsWith: .success) {
      expectNoGrowth { token, attempts in
        Future<Int, any Error>(cancellation: token) {
          try await withRetry {
            let attempt = RetryPolicy.currentAttempt
            if attempt < attempts { throw TestError.first }
            return attempt
          }
        }
      }
    }
  }

  @Test func retriesThatAreCancelled() async {
    await #expect(processExitsWith: .success) {
      expectNoGrowth(cancelling: true) { token, _ in
        Future<Void, any Error>(cancellation: token) {
          try await withRetry { try await Future<Void, any Error>.never.value }
        }
      }
    }
  }

  @Test func racesWithAClosureBehindALongLivedFuture() async {
    await #expect(processExitsWith: .success) {
      let shutdown = Promise<Int, any Error>()
      let limit = ConcurrencyLimit(1)
      expectNoGrowth { token, number in
        Future<Int, any Error>(cancellation: token) {
          switch number {
          case 1:
            try await withRace {
              shutdown.future.map { $0 + 1 }
            } or: {
              Future(value: number)
            }
          case 2:
            try await withRace {
              limit.run { shutdown.future.map { $0 + 1 } }
            } or: {
              Future(value: number)
            }
          default:
            try await withRace {
              try await shutdown.future.map(cancellation: .current) { $0 + 1 }.value
            } or: {
              try await limit.withPermit { number }
            }
          }
        }
      }
    }
  }

  @Test func callsThatAreCancelledBehindALongLivedFuture() async {
    await #expect(processExitsWith: .success) {
      let shutdown = Promise<Int, TestError>()
      let (limit, clock) = (ConcurrencyLimit(1), ManualClock())
      expectNoGrowth(cancelling: true) { token, number in
        Future<Int, any Error>(cancellation: token) {
          switch number {
          case 1:
            try await withTimeout(.seconds(1), clock: clock) { shutdown.future }
          case 2:
            try await withRetry { shutdown.future }
          default:
            try await limit.withPermit { shutdown.future }
          }
        }
      }
    }
  }

  @Test func traversals() async {
    await #expect(processExitsWith: .success) {
      expectNoGrowth { token, number in
        (0..<4).traverse(maxConcurrent: number, cancellation: token) { element in
          if element == 3, number == 2 { throw TestError.first }
          return element
        }
      }
    }
  }

  @Test func traversalsThatAreCancelled() async {
    await #expect(processExitsWith: .success) {
      expectNoGrowth(cancelling: true) { token, _ in
        (0..<4).traverse(cancellation: token) { _ in
          try await Future<Void, any Error>.never.value
        }
      }
    }
  }
}

private func expectNoGrowth<Value>(
  cancelling: Bool = false,
  _ call:
    @escaping @Sendable (_ token: CancellationToken, _ number: Int) -> Future<Value, any Error>
) {
  AllocatedMemory.leaveErrorsUnnoted()
  let (program, manual) = (CancellationSource(), ManualContext())
  func end(_ result: Future<Value, any Error>) {
    result.ignoringFailure()
    manual.runAll()
    if cancelling { result.cancel() }
    manual.runAll()
  }
  for number in 1...3 {
    let left = leftByEachCall { end(manual.capture { call(program.token, number) }) }
    #expect(left < 16, "call \(number) leaves \(left) bytes")
  }
}

/// Returns the least of several measurements: what a call leaves behind is in all of them, while
/// what the allocator happens to keep is not.
private func leftByEachCall(_ call: () -> Void) -> Int {
  (0..<5).map { _ in AllocatedMemory.perCall(calls: 1_000, call) }.min() ?? 0
}
#endif
