// For façades whose callbacks of one future never overlap, and whose contexts are closures. The
// underscore keeps these methods out of the public API; they are public because inlinable code of a
// façade calls them.
//
// Each closure runs in the turn of the future (``Cell/takeTurn(orPark:)``). If the context drops
// the closure, an observer is released and a derived future stays pending.

extension Future {
  /// Calls a closure with the outcome, in the turn of this future, inline.
  @inlinable
  public func _onCompleteInTurn(_ observer: @escaping @Sendable (Result<Value, Failure>) -> Void) {
    cell.observe { source, _ in
      guard let result = Future(cell: source).result else { return .none }
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
  public func _onSuccessInTurn(_ observer: @escaping @Sendable (Value) -> Void) {
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
  public func _onCompleteInTurn(
    on context: @escaping _ContextClosure,
    _ observer: @escaping @Sendable (Result<Value, Failure>) -> Void
  ) {
    cell.observeInTurn(on: context, ignoresFailure: false) { source, _ in
      if let result = Future(cell: source).result { observer(result) }
      return .none
    }
  }

  /// Calls a closure with the value if the future succeeds, in the turn of this future.
  ///
  /// This does not count as observing a failure.
  @inlinable
  public func _onSuccessInTurn(
    on context: @escaping _ContextClosure,
    _ observer: @escaping @Sendable (Value) -> Void
  ) {
    cell.observeInTurn(on: context, ignoresFailure: true) { source, _ in
      observer(source.load(as: Value.self))
      return .none
    }
  }

  /// Transforms the outcome, in the turn of this future.
  @inlinable
  public func _mapResultInTurn<Output, NewFailure: Error>(
    on context: @escaping _ContextClosure,
    _ transform: @escaping @Sendable (Result<Value, Failure>) -> Result<Output, NewFailure>
  ) -> Future<Output, NewFailure> {
    Future<Output, NewFailure>(
      cell: cell.deriveInTurn(on: context) { source, derived in
        guard let result = Future(cell: source).result else {
          return derived.pass(failureOf: source, as: NewFailure.self)
        }
        switch transform(result) {
        case .success(let value): return derived.succeed(value) ?? .none
        case .failure(let error): return derived.fail(error, as: NewFailure.self) ?? .none
        }
      }
    )
  }

  /// Starts further work with the outcome, in the turn of this future, and returns a future of its
  /// outcome.
  @inlinable
  public func _flatMapResultInTurn<Output, NewFailure: Error>(
    on context: @escaping _ContextClosure,
    _ next: @escaping @Sendable (Result<Value, Failure>) -> Future<Output, NewFailure>
  ) -> Future<Output, NewFailure> {
    let step = inScope { source, derived in
      guard let result = Future(cell: source).result else {
        return derived.pass(failureOf: source, as: NewFailure.self)
      }
      return derived.takeOver(next(result).cell, as: NewFailure.self)
    }
    return Future<Output, NewFailure>(cell: cell.deriveInTurn(on: context, step))
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
    on context: @escaping _ContextClosure,
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
  @usableFromInline
  func deriveInTurn(on context: @escaping _ContextClosure, _ step: consuming @escaping Step) -> Cell
  {
    let visit = Visit(to: context, consume step)
    let derived = Cell(step: { source, derived in
      visit.depart(from: source, as: derived)
      return .none
    })
    #if DEBUG
    derived.site = site
    #endif
    observe(derived)
    return derived
  }
}
