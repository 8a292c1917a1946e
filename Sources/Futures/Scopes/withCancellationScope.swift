/// Starts work in a new scope, so that it can be cancelled as a whole.
///
/// ```swift
/// let page = withCancellationScope {
///   user(id: 7)
///     .flatMap { user in download(user.homepage) }
///     .map { Page($0) }
/// }
/// page.cancel()  // stops whichever part of the work is under way
/// ```
///
/// ![The second piece of work is under way and is cancelled.](scope)
///
/// Work that `body` starts takes the token of the scope by default (``CancellationToken/current``).
/// Closures that `body` registers and that return futures start their work in the scope, too. The
/// scope is cancelled when the returned future settles, with any outcome: work that is still
/// running then stops, and so does a future that `body` derives from another one and returns. Work
/// that was started elsewhere is not cancelled; the future of the scope is, so that it does not
/// wait for that work.
///
/// - Parameters:
///   - parent: Cancels the returned future, and the scope with it; by default, the token of the
///     current scope. If it is cancelled already, `body` does not run. A returned future that
///     cannot be cancelled ignores the token of the current scope; the work that was started for it
///     does not.
///   - body: Starts the work. Runs now, inside this call.
/// - Returns: A future with the outcome of the one that `body` returned.
/// - Throws: What `body` throws.
public func withCancellationScope<Value, Failure, Problem: Error>(
  linkedTo parent: CancellationToken = .current,
  _ body: () throws(Problem) -> Future<Value, Failure>
) throws(Problem) -> Future<Value, Failure> {
  try Contest.hold(cancellation: parent) { contest, result throws(Problem) in
    guard let scope = contest.enter(0) else { return }
    do throws(Problem) {
      contest.observe(try scope.start(body), for: result)
    } catch {
      scope.end()
      throw error
    }
  }
}

/// Runs asynchronous code in a new scope, which is cancelled with the current task.
///
/// ```swift
/// let page = try await withCancellationScope {
///   let user = try await user(id: 7).value
///   return try await download(user.homepage).value
/// }
/// ```
///
/// Cancelling a task that waits for a future does not cancel the future. In this scope it does,
/// because the work of the future takes the token of the scope by default
/// (``CancellationToken/current``). The scope is cancelled when `body` returns or throws: work that
/// is still running then stops.
///
/// This function returns when `body` does. Cancelling the task also ends waits for work that was
/// started elsewhere, if the error type of the future can represent cancellation. A
/// `Future<_, Never>` cannot: the wait, and this function, continue until it settles.
///
/// - Parameters:
///   - parent: A token whose cancellation also cancels the scope; by default, that of the current
///     scope.
///   - body: The code. It runs where the caller does.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws.
public nonisolated(nonsending) func withCancellationScope<Value>(
  linkedTo parent: CancellationToken = .current,
  _ body: nonisolated(nonsending) () async throws -> Value
) async rethrows -> Value {
  let source = CancellationSource(linkedTo: parent)
  defer { source.cancel() }
  return try await withTaskCancellationHandler {
    try await source.token.asCurrent(body)
  } onCancel: {
    source.cancel()
  }
}
