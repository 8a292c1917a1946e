/// Runs a blocking closure on a new thread, and waits for it without blocking.
///
/// All tasks share as many threads as there are processors. If a test blocks one of them, or spins
/// on it, until another task has done something, it waits forever as soon as others do the same.
///
/// - Parameter body: The work of the thread. Released before the call returns.
/// - Returns: The result of the closure.
/// - Throws: The error of the closure.
@discardableResult package func onThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    ThreadBox { continuation.resume(with: Result(catching: body)) }.start()
  }
}
