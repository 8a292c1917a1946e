/// Runs asynchronous work with a token that is cancelled with the current task.
///
/// The token is ``CancellationToken/current`` in `body`, so that futures that are started there
/// take it by default. Pass it to other operations that take a token:
///
/// ```swift
/// let page = try await withCancellationToken { token in
///   try await download(url, cancellation: token).value
/// }
/// ```
///
/// This function returns when `body` does. The token ends waits for work that received it. A wait
/// for a `Future<_, Never>` that was started elsewhere continues until that future settles.
///
/// - Parameters:
///   - parent: A token whose cancellation also cancels the new one; by default, that of the current
///     scope.
///   - body: The work. The token is disposed of when it returns or throws: work that is still
///     running continues. To cancel it, use `withCancellationScope(linkedTo:_:)`.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
public nonisolated(nonsending) func withCancellationToken<Value>(
  linkedTo parent: CancellationToken = .current,
  _ body: nonisolated(nonsending) (CancellationToken) async throws -> Value
) async rethrows -> Value {
  let source = CancellationSource(linkedTo: parent)
  defer { source.dispose() }
  return try await withTaskCancellationHandler {
    let token = source.token
    return try await token.asCurrent { try await body(token) }
  } onCancel: {
    source.cancel()
  }
}
