/// Calls `body` on `context`, in a scope of its own, and returns its future.
///
/// Cancelling `scope` cancels the returned future, and asks the work behind it to stop: the token
/// that `body` gets is cancelled, and so is the future that `body` has returned. A `body` that has
/// not been called by then is released. The scope ends when the future settles: it is cancelled, and
/// what it still holds is released.
///
/// The only place in this folder that calls closures which start work.
func startInScope<Value, Failure: Error>(
  _ scope: CancellationSource,
  on context: ExecutionContext,
  _ body: @escaping @Sendable (CancellationToken) -> Future<Value, Failure>
) -> Future<Value, Failure> {
  let token = scope.token
  // A future that cannot say "cancelled" would be abandoned, and reported.
  let canBeCancelled = Future<Value, Failure>.never.canBeCancelled
  let future = startWork(on: context, cancellation: canBeCancelled ? token : .none) {
    if token.isCancellationRequested { return Future<Value, Failure>.never }
    let work = body(token)
    let weakCell = Weak(work.cell)
    token.register { weakCell.object?.cancelIfPossible(as: Failure.self) }
    return work
  }
  future.cell.whenSettled { scope.cancel() }
  return future
}
