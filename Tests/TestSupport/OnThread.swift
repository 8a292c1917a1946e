/// Runs a closure that blocks on a thread of its own, and waits for it without blocking.
///
/// All tasks share as many threads as there are processors. A test that blocks one of them, or
/// spins on it, until another task has done something waits for ever as soon as others do the same.
///
/// - Parameter body: What the thread does. Released before the call returns.
/// - Returns: What the closure returns.
/// - Throws: What the closure throws.
@discardableResult package func onThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    ThreadBox { continuation.resume(with: Result(catching: body)) }.start()
  }
}
