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
/// The token is `CancellationToken.current` in `body`, so futures that are started there take it by
/// default. It is also cancelled with the current task, and when `body` returns or throws: what is
/// still running then stops. Outside of a service group, no graceful shutdown is noticed.
///
/// - Parameters:
///   - isolation: Where the code runs; that of the caller.
///   - body: The code. It is not interrupted: it ends when what it awaits is cancelled.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
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
