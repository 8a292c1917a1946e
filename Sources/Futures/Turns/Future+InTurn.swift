// For façades whose callbacks of one future never overlap, and whose contexts are closures.
//
// Each closure runs in the turn of the future (``Cell/takeTurn(orPark:)``). If the context drops
// the closure, an observer is released and a derived future stays pending.

// MARK: - Observers

extension Future {
  /// Calls a closure with the outcome, in the turn of this future, inline.
  @inlinable
  package func onCompleteInTurn(
    _ observer: @escaping @Sendable (Result<Value, Failure>) -> Void
  ) {
    cell.observe { source, _ in
      guard let result = Future(cell: source).currentResult else { return .none }
      guard source.tryTakeTurn() else {
        source.park { observer(result) }
        return .none
      }
      observer(result)
      source.passTurn()
      return .none
    }
  }

  /// Calls a closure with the value if the future succeeds, in the turn of this future, inline.
  ///
  /// This does not count as observing a failure.
  @inlinable
  package func onSuccessInTurn(_ observer: @escaping @Sendable (Value) -> Void) {
    cell.observe(ignoresFailure: true) { source, _ in
      guard source.isSuccess else { return .none }
      let value = source.load(as: Value.self)
      guard source.tryTakeTurn() else {
        source.park { observer(value) }
        return .none
      }
      observer(value)
      source.passTurn()
      return .none
    }
  }

  /// Calls a closure with the outcome, in the turn of this future.
  @inlinable
  package func onCompleteInTurn(
    on context: @escaping ContextClosure,
    _ observer: @escaping @Sendable (Result<Value, Failure>) -> Void
  ) {
    cell.observeInTurn(on: context, ignoresFailure: false) { source, _ in
      if let result = Future(cell: source).currentResult { observer(result) }
      return .none
    }
  }

  /// Calls a closure with the value if the future succeeds, in the turn of this future.
  ///
  /// This does not count as observing a failure.
  @inlinable
  package func onSuccessInTurn(
    on context: @escaping ContextClosure,
    _ observer: @escaping @Sendable (Value) -> Void
  ) {
    cell.observeInTurn(on: context, ignoresFailure: true) { source, _ in
      observer(source.load(as: Value.self))
      return .none
    }
  }
}

// MARK: - Transforms

extension Future {
  /// Transforms the value, in the turn of this future.
  @inlinable
  package func mapInTurn<Output>(
    on context: @escaping ContextClosure,
    _ transform: @escaping @Sendable (Value) -> Output
  ) -> Future<Output, Failure> {
    deriveInTurn(on: context, Transform(transform), Future.mapping(to: Output.self))
  }

  /// Transforms the outcome, in the turn of this future.
  @inlinable
  package func mapResultInTurn<Output, NewFailure: Error>(
    on context: @escaping ContextClosure,
    _ transform: @escaping @Sendable (Result<Value, Failure>) -> Result<Output, NewFailure>
  ) -> Future<Output, NewFailure> {
    deriveInTurn(on: context, Transform(transform)) { source, derived in
      let transform = derived.takeClosure(
        as: Transform<Result<Value, Failure>, Result<Output, NewFailure>>.self
      ).call
      guard let result = Future(cell: source).currentResult else {
        return derived.pass(failureOf: source, as: NewFailure.self)
      }
      switch transform(result) {
      case .success(let value): return derived.succeed(value).orNone
      case .failure(let error): return derived.fail(error, as: NewFailure.self).orNone
      }
    }
  }

  /// Starts further work with the outcome, in the turn of this future, and returns a future of its
  /// outcome.
  @inlinable
  package func flatMapResultInTurn<Output, NewFailure: Error>(
    on context: @escaping ContextClosure,
    _ next: @escaping @Sendable (Result<Value, Failure>) -> Future<Output, NewFailure>
  ) -> Future<Output, NewFailure> {
    let step = inScope { source, derived in
      let next = derived.takeClosure(as: Work<Result<Value, Failure>, Output, NewFailure>.self).call
      guard let result = Future(cell: source).currentResult else {
        return derived.pass(failureOf: source, as: NewFailure.self)
      }
      return derived.takeOver(next(result).cell, as: NewFailure.self)
    }
    return deriveInTurn(on: context, Work(next), step.run)
  }

  /// Starts further work with the value, in the turn of this future, and returns a future of its
  /// outcome.
  @inlinable
  package func flatMapInTurn<Output, Shape: StoredClosure>(
    on context: @escaping ContextClosure,
    storing next: consuming Shape
  ) -> Future<Output, Failure>
  where Shape.Input == Value, Shape.Output == Future<Output, Failure>, Shape.Problem == Never {
    deriveInTurn(on: context, next, Future.flatMapping(with: Shape.self).run)
  }

  /// Creates a future that `step` settles in the turn of this one, with a closure that the step
  /// takes from the new cell.
  @inlinable
  func deriveInTurn<Output, NewFailure: Error, Shape>(
    on context: @escaping ContextClosure,
    _ closure: consuming Shape,
    _ step: consuming @escaping Step
  ) -> Future<Output, NewFailure> {
    Future<Output, NewFailure>(
      cell: cell.deriveInTurn(on: context, closure: ErasedClosure(closure), consume step)
    )
  }
}

extension Cell {
  /// Calls a callback when the turn of this settled cell, which is taken, is passed on.
  ///
  /// Not inlined, to keep the closure around each callback small.
  @usableFromInline
  @inline(never)
  func park(_ callback: @escaping @Sendable () -> Void) {
    let visit = Visit(to: nil) { _, _ in
      callback()
      return .none
    }
    visit.depart(from: self, as: nil)
  }

  /// Runs the step of an observer on a context, in the turn of this cell.
  @usableFromInline
  func observeInTurn(
    on context: @escaping ContextClosure,
    ignoresFailure: Bool,
    _ step: consuming @escaping Step
  ) {
    let visit = Visit(to: context, ignoresFailure: ignoresFailure, consume step)
    observe(ignoresFailure: ignoresFailure) { source, _ in
      visit.depart(from: source, as: nil)
      return .none
    }
  }

  /// Creates a cell that a step settles on a context, in the turn of this cell.
  ///
  /// - Parameters:
  ///   - context: Where the step runs.
  ///   - closure: What the step takes from the new cell.
  ///   - step: Called with the settled source and the new cell.
  /// - Returns: The cell.
  @usableFromInline
  func deriveInTurn(
    on context: @escaping ContextClosure,
    closure: consuming ErasedClosure,
    _ step: consuming @escaping Step
  ) -> Cell {
    let visit = Visit(to: context, consume step)
    let derived = Cell(
      closure: closure,
      step: { source, derived in
        visit.depart(from: source, as: derived)
        return .none
      }
    )
    #if DEBUG
    derived.site = site
    #endif
    derived.noteInScope()
    observe(removable: derived)
    return derived
  }
}
