#if ServiceLifecycle
public import Futures
internal import ServiceLifecycle

/// Runs code in a scope that is cancelled when the program shuts down gracefully.
///
/// ```swift
/// func run() async throws {
///   try await withShutdownScope { token in
///     try await poll(queue, cancellation: token).value
///   }
/// }
/// ```
///
/// The token is `CancellationToken.current` in `body`, so futures that are started there use it by
/// default. It is also cancelled with the current task, and when `body` returns or throws, which
/// stops anything that is still running. Outside a service group, graceful shutdown is not
/// detected.
///
/// - Parameters:
///   - isolation: The isolation in which the code runs; by default, that of the caller.
///   - body: The code to run. It is not interrupted: it ends when the operations that it awaits are
///     cancelled.
/// - Returns: The value that `body` returns.
/// - Throws: The error that `body` throws.
public func withShutdownScope<Value>(
  isolation: isolated (any Actor)? = #isolation,
  _ body: (_ token: CancellationToken) async throws -> Value
) async rethrows -> Value {
  let source = CancellationSource(linkedTo: .current)
  defer { source.cancel() }
  return try await withTaskCancellationOrGracefulShutdownHandler(isolation: isolation) {
    try await source.token.asCurrent { try await body(source.token) }
  } onCancelOrGracefulShutdown: {
    source.cancel()
  }
}
#endif
