extension Sequence {
  /// Returns a future with the outcome of the future that settles first, success or failure.
  ///
  /// The observers of the other futures are withdrawn, so repeated races against a long-lived
  /// future do not accumulate observers. Without any futures the result never settles, as in
  /// BrightFutures.
  ///
  /// The futures existed before, so this does not stop their work. To start work and stop the
  /// losers, use `race`.
  ///
  /// ![firstCompleted takes a failure that is first, firstSuccess does not.](firstCompleted)
  ///
  /// - Parameter cancelsLosers: Whether to call `cancel()` on the other futures, if their error
  ///   type can hold cancellation. The effect is that of `cancel()`: the head of a chain continues.
  /// - Returns: A future with the first outcome in time.
  /// - Complexity: O(*n*) in the number of futures.
  @inlinable
  public func firstCompleted<Value, Failure>(
    cancelsLosers: Bool = false
  ) -> Future<Value, Failure> where Element == Future<Value, Failure> {
    Future(cell: .first(of: cells(), cancelsLosers: cancelsLosers, as: Failure.self))
  }

  /// Returns a future of the value of the first future that succeeds.
  ///
  /// If none does, fails with all errors in input order. Without any futures it fails at once with
  /// an ``AggregateError`` without errors.
  ///
  /// ![firstCompleted takes a failure that is first, firstSuccess does not.](firstCompleted)
  ///
  /// - Returns: A future of the first value in time.
  /// - Complexity: O(*n*) in the number of futures.
  public func firstSuccess<Value, Failure>() -> Future<Value, AggregateError<Failure>>
  where Element == Future<Value, Failure> {
    let result = Collector.collect(self, policy: .firstSuccess) { result, ending in
      switch ending {
      case .decided(let source):
        ThreadState.run(
          result,
          result.forward(from: source, failure: AggregateError<Failure>.self)
        )
      case .complete(let sources):
        let errors = sources.compactMap {
          $0.flatMap { Future<Value, Failure>(cell: $0).currentError }
        }
        result.finish(failing: AggregateError(errors), as: AggregateError<Failure>.self)
      }
    }
    return Future(cell: result)
  }

  /// Finds the first value, in input order, that satisfies a condition.
  ///
  /// A future is tested once all those before it have succeeded with other values; those after the
  /// match need not settle. A failure before the match fails the search.
  ///
  /// ![The match comes when all futures before it have settled.](firstValue)
  ///
  /// - Parameters:
  ///   - token: Once cancelled, `condition` is no longer called and the search is cancelled.
  ///   - error: The error if no value satisfies the condition; evaluated only then.
  ///   - condition: Called for one value after another, until it returns true. Runs where it is
  ///     written.
  /// - Returns: A future of the value found.
  /// - Complexity: O(*n*) in the number of futures.
  public func firstValue<Value, Failure>(
    cancellation token: CancellationToken = .never,
    orElse error: @escaping @Sendable @autoclosure () -> Failure,
    @_inheritActorContext where condition: @escaping @Sendable @isolated(any) (Value) -> Bool
  ) -> Future<Value, Failure> where Element == Future<Value, Failure> {
    firstValue(
      on: ExecutionContext(isolation: condition.isolation),
      cancellation: token,
      orElse: error(),
      where: withoutIsolation(condition)
    )
  }

  /// Finds the first value, in input order, that satisfies a condition, on a context of your
  /// choice.
  package func firstValue<Value, Failure>(
    on context: ExecutionContext,
    cancellation token: CancellationToken = .never,
    orElse error: @escaping @Sendable @autoclosure () -> Failure,
    where condition: @escaping @Sendable (Value) -> Bool
  ) -> Future<Value, Failure> where Element == Future<Value, Failure> {
    search(on: context, cancellation: token, orElse: error) {
      $0.on(context).map(cancellation: token, condition)
    }
  }

  /// Finds the first value, in input order, that satisfies a condition, or fails with
  /// ``NoSuchElement``.
  ///
  /// Otherwise like the other `firstValue`.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, `condition` is no longer called and the search is cancelled.
  ///   - condition: Called for one value after another, until it returns true. Runs where it is
  ///     written.
  /// - Returns: A future of the value found.
  /// - Complexity: O(*n*) in the number of futures.
  public func firstValue<Value>(
    cancellation token: CancellationToken = .never,
    @_inheritActorContext where condition: @escaping @Sendable @isolated(any) (Value) throws -> Bool
  ) -> Future<Value, any Error> where Element == Future<Value, any Error> {
    firstValue(
      on: ExecutionContext(isolation: condition.isolation),
      cancellation: token,
      where: withoutIsolation(condition)
    )
  }

  /// Finds the first value, in input order, that satisfies a condition, or fails with
  /// ``NoSuchElement``, on a context of your choice.
  package func firstValue<Value>(
    on context: ExecutionContext,
    cancellation token: CancellationToken = .never,
    where condition: @escaping @Sendable (Value) throws -> Bool
  ) -> Future<Value, any Error> where Element == Future<Value, any Error> {
    search(on: context, cancellation: token, orElse: { NoSuchElement() }) {
      $0.on(context).map(cancellation: token, condition)
    }
  }

  /// Tests one value after another until `test` succeeds with true.
  private func search<Value, Failure>(
    on context: ExecutionContext,
    cancellation token: CancellationToken,
    orElse error: @escaping @Sendable () -> Failure,
    _ test: @escaping @Sendable (Future<Value, Failure>) -> Future<Bool, Failure>
  ) -> Future<Value, Failure> where Element == Future<Value, Failure> {
    let result = Cell.undecided()
    InputOrder.look(
      at: cells(),
      for: result,
      on: context,
      cancellation: token,
      as: Failure.self
    ) { source, done in
      test(Future(cell: source)).cell.observe { tested, _ in
        if !tested.isSuccess {
          result.finish(failingLike: tested, as: Failure.self)
          done(.stop)
        } else if tested.load(as: Bool.self) {
          ThreadState.run(result, result.forward(from: source, failure: Failure.self))
          done(.stop)
        } else {
          done(.goOn)
        }
        return .none
      }
    } end: {
      result.finish(failing: error(), as: Failure.self)
    }
    return Future(cell: result)
  }
}

extension Cell {
  /// Returns a pending cell that takes over the outcome of the first of `cells` to settle.
  ///
  /// All waiters share one step and none refers to its source, so each costs one object.
  @usableFromInline
  static func first<Failure: Error>(
    of cells: [Cell],
    cancelsLosers: Bool,
    as failure: Failure.Type
  ) -> Cell {
    if cancelsLosers {
      // A loser that hands on its waiters cannot be cancelled; see ``Cell/adopt(_:by:)``.
      for cell in cells where !cell.isOfPromise { cell.stay() }
    }
    let result = undecided()
    let step: Step = { source, _ in
      if source.isAbandoned { return .none }
      ThreadState.run(result, result.forward(from: source, failure: Failure.self))
      return .none
    }
    let waiters = cells.map { source in
      let waiter = Cell(removableStep: step)
      source.observe(removable: waiter)
      return waiter
    }
    let losers = cancelsLosers ? cells.map { Weak($0) } : []
    result.whenSettled {
      for waiter in waiters { _ = waiter.withdraw() }
      for loser in losers { loser.object?.cancelIfPossible(as: Failure.self) }
    }
    return result
  }

  /// Cancels a pending cell if its error type can hold cancellation; otherwise does nothing.
  func cancelIfPossible<Failure: Error>(as type: Failure.Type) {
    guard let failure = cancellationError(as: type) else { return }
    _ = cancel(with: failure, as: type)
  }
}
