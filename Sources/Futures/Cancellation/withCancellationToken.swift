/// Runs asynchronous work with a token that is cancelled when the current task is.
///
/// For calling APIs that take a token from `async` code:
///
/// ```swift
/// let page = try await withCancellationToken { token in
///   try await download(url, cancellation: token).get()
/// }
/// ```
///
/// - Parameters:
///   - parent: A token whose cancellation also cancels the new one.
///   - body: The work. The token is disposed of when it returns or throws.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
public nonisolated(nonsending) func withCancellationToken<Value>(
  linkedTo parent: CancellationToken = .never,
  _ body: nonisolated(nonsending) (CancellationToken) async throws -> Value
) async rethrows -> Value {
  let source = CancellationSource(linkedTo: parent)
  defer { source.dispose() }
  return try await withTaskCancellationHandler {
    try await body(source.token)
  } onCancel: {
    source.cancel()
  }
}
