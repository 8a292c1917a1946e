/// Calls `body` on `context`, in a scope of its own, and returns its future.
///
/// What `body` starts takes the token of `scope` by default. Cancelling `scope` cancels the
/// returned future, what was started in the scope, and the future that `body` has returned. A
/// `body` that has not been called by then is released. The scope ends when the future settles: it
/// is cancelled, and what it still holds is released.
///
/// The only place in this folder that calls closures which start work.
func startInScope<Value, Failure: Error>(
  _ scope: CancellationSource,
  on context: ExecutionContext,
  _ body: @escaping @Sendable (CancellationToken) -> Future<Value, Failure>
) -> Future<Value, Failure> {
  let token = scope.token
  // A future that cannot say "cancelled" would be abandoned, and reported.
  let canBeCancelled = holdsCancellation(Failure.self)
  let future = startWork(on: context, cancellation: canBeCancelled ? token : .never) {
    if token.isCancelled { return Future<Value, Failure>.never }
    let work = token.asCurrent { body(token) }
    let weakCell = Weak(work.cell)
    token.onCancel { weakCell.object?.cancelIfPossible(as: Failure.self) }
    return work
  }
  future.cell.whenSettled { scope.cancel() }
  return future
}
