/// Calls `body` on `context`, and returns its future.
///
/// `body` runs with the task-local values of the code that requested the work, wherever and
/// whenever it runs.
///
/// - Parameters:
///   - context: Where `body` runs.
///   - token: Cancels the future.
///   - task: The task of the code that requested the work; `nil` if that is the caller.
///   - body: Starts the work.
/// - Returns: A future with the outcome of the work.
func startWork<Value, Failure: Error>(
  on context: ExecutionContext,
  cancellation token: CancellationToken,
  in task: HeldTask? = nil,
  _ body: @escaping @Sendable () -> Future<Value, Failure>
) -> Future<Value, Failure> {
  if context.isInline && token.isNever { return inTask(task, on: context, body) }
  let task = task ?? .needed(on: context)
  return Future<Void, Failure>(value: ())
    .on(context).flatMap(cancellation: token) { inTask(task, on: context, body) }
}

/// Whether ``startWork(on:cancellation:in:_:)`` returns a link: a new future around that of the
/// work, which has no other reference.
func linksWork(on context: ExecutionContext, cancellation token: CancellationToken) -> Bool {
  !(context.isInline && token.isNever)
}

/// Calls `body` in a task, or in that of the caller if there is none.
func inTask<Result: Sendable>(
  _ task: HeldTask?,
  on context: ExecutionContext,
  _ body: @escaping @Sendable () -> Result
) -> Result {
  if let task { task.run(on: context, body) } else { body() }
}
