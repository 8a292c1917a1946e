/// Calls `body` on `context`, in its own scope, and returns its future.
///
/// Work that `body` starts takes `token` by default. Cancelling it cancels the returned future,
/// work that was started in the scope, and the future that `body` has returned. A `body` that has
/// not been called by then is released. The scope ends when the future settles.
///
/// The only place in this folder that calls closures which start work.
///
/// - Parameters:
///   - token: The token of the scope.
///   - load: The load that the work belongs to; by default, that of the caller.
///   - context: Where `body` runs.
///   - task: The task of the code that requested the work; `nil` if that is the caller.
///   - end: Cancels the scope, whose source it retains.
///   - body: Starts the work; receives the token of the scope.
/// - Returns: A future with the outcome of the work.
func startInScope<Value, Failure: Error>(
  of token: CancellationToken,
  doing load: Interest? = nil,
  on context: ExecutionContext,
  in task: HeldTask? = nil,
  end: @escaping @Sendable () -> Void,
  _ body: @escaping @Sendable (CancellationToken) -> Future<Value, Failure>
) -> Future<Value, Failure> {
  // A future that cannot represent cancellation would be abandoned, and reported.
  let canBeCancelled = holdsCancellation(Failure.self)
  let heeded = canBeCancelled ? token : .never
  let future = startWork(on: context, cancellation: heeded, in: task) {
    () -> Future<Value, Failure> in
    // The token holds the future weakly, so it may reach it too late.
    if token.isCancelled, let cancelled = cancellationError(as: Failure.self) {
      return Future(error: cancelled)
    }
    let work =
      if let load {
        CurrentScope.enter(Surroundings(token.core, load)) { body(token) }
      } else {
        token.asCurrent { body(token) }
      }
    let weakCell = Weak(work.cell)
    token.onCancel { weakCell.object?.cancelIfPossible(as: Failure.self) }
    return work
  }
  future.cell.whenSettled(end)
  return future
}

extension Cell {
  /// Creates a cell that is cancelled, or abandoned if its error type cannot hold that.
  @usableFromInline
  static func cancelled(as failure: any Error.Type) -> Cell {
    let cell = Cell.undecided()
    cell.settleCancelled(as: failure)
    return cell
  }
}
