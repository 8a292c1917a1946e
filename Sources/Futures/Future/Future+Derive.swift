// Every transform creates a cell that waits for the source and holds the result.

extension Future {
  /// Creates a future that `step` settles when this one settles, with a closure that the step takes
  /// from the new cell.
  ///
  /// The step runs where `closure` was written. The closure moves into the new cell without being
  /// retained on the way.
  @inlinable
  func derive<Output, NewFailure: Error, Shape: IsolatedClosure>(
    _ token: CancellationToken,
    _ closure: consuming Shape,
    _ step: consuming @escaping Step
  ) -> Future<Output, NewFailure> {
    let isolation = closure.isolation
    return derive(on: ExecutionContext(isolation: isolation), token, closure, step)
  }

  /// The same for a step that takes over the outcome of another future.
  @inlinable
  func derive<Output, NewFailure: Error, Shape: IsolatedClosure>(
    _ token: CancellationToken,
    _ closure: consuming Shape,
    _ step: consuming WorkStep
  ) -> Future<Output, NewFailure> {
    let isolation = closure.isolation
    return derive(on: ExecutionContext(isolation: isolation), token, closure, step)
  }

  /// Creates a future that `step` settles when this one settles, with a closure that the step takes
  /// from the new cell.
  @inlinable
  func derive<Output, NewFailure: Error, Shape>(
    on context: ExecutionContext,
    _ token: CancellationToken,
    _ closure: consuming Shape,
    _ step: consuming @escaping Step
  ) -> Future<Output, NewFailure> {
    let derived = Cell.derived(on: context, token, as: NewFailure.self, consume step)
    derived.storeClosure(closure)
    return observe(derived, on: context, token)
  }

  /// The same for a step that takes over the outcome of another future.
  @inlinable
  func derive<Output, NewFailure: Error, Shape>(
    on context: ExecutionContext,
    _ token: CancellationToken,
    _ closure: consuming Shape,
    _ step: consuming WorkStep
  ) -> Future<Output, NewFailure> {
    let derived = Cell.derived(on: context, token, as: NewFailure.self, step.run)
    derived.storeClosure(closure)
    derived.noteWork()
    return observe(derived, on: context, token)
  }

  /// Creates a future that `step` settles when this one settles.
  @inlinable
  func derive<Output, NewFailure: Error>(
    on context: ExecutionContext,
    _ token: CancellationToken,
    _ step: consuming @escaping Step
  ) -> Future<Output, NewFailure> {
    observe(Cell.derived(on: context, token, as: NewFailure.self, consume step), on: context, token)
  }

  /// The same for a step that takes over the outcome of another future.
  @inlinable
  func derive<Output, NewFailure: Error>(
    on context: ExecutionContext,
    _ token: CancellationToken,
    _ step: consuming WorkStep
  ) -> Future<Output, NewFailure> {
    let derived = Cell.derived(on: context, token, as: NewFailure.self, step.run)
    derived.noteWork()
    return observe(derived, on: context, token)
  }

  /// Lets a derived cell wait for this future.
  @inlinable
  @inline(__always)
  func observe<Output, NewFailure: Error>(
    _ derived: Cell,
    on context: ExecutionContext,
    _ token: CancellationToken
  ) -> Future<Output, NewFailure> {
    cell.observe(derived, on: context, cancellation: token, as: NewFailure.self)
    return Future<Output, NewFailure>(cell: derived)
  }
}

extension Cell {
  /// Creates the cell of a derived future, whose step runs on `context`.
  @inlinable
  static func derived(
    on context: ExecutionContext,
    _ token: CancellationToken,
    as failure: any Error.Type,
    _ step: consuming @escaping Step
  ) -> Cell {
    if context.isInline { return Cell(step: consume step) }
    return delivered(to: context, cancellation: token, as: failure, consume step)
  }
}
