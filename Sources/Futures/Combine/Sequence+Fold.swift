extension Sequence {
  /// Combines the values one after another, in input order.
  ///
  /// The first failure in input order fails the result; later futures continue and are ignored. An
  /// empty sequence settles with `initial` at once. Semantics from BrightFutures' `fold`.
  ///
  /// ![The values are combined in input order, whenever they come.](fold)
  ///
  /// - Parameters:
  ///   - initial: What to start with.
  ///   - token: Once cancelled, `combine` is no longer called and the result is cancelled.
  ///   - combine: Adds one value. Runs where it is written.
  /// - Returns: A future of the combined value.
  /// - Complexity: O(*n*) in the number of futures.
  public func fold<Value, Failure, Output>(
    _ initial: Output,
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ combine: @escaping @Sendable @isolated(any) (Output, Value) -> Output
  ) -> Future<Output, Failure> where Element == Future<Value, Failure> {
    fold(
      initial,
      on: ExecutionContext(isolation: combine.isolation),
      cancellation: token,
      withoutIsolation(combine)
    )
  }

  /// Combines the values one after another, in input order, on a context of your choice.
  package func fold<Value, Failure, Output>(
    _ initial: Output,
    on context: ExecutionContext,
    cancellation token: CancellationToken = .never,
    _ combine: @escaping @Sendable (Output, Value) -> Output
  ) -> Future<Output, Failure> where Element == Future<Value, Failure> {
    fold(on: context, cancellation: token, from: initial) { soFar, next in
      next.on(context).map(cancellation: token) { value in combine(soFar, value) }
    }
  }

  /// Adds one settled future after another with `add`.
  private func fold<Value, Failure, Output>(
    on context: ExecutionContext,
    cancellation token: CancellationToken,
    from initial: Output,
    _ add: @escaping @Sendable (Output, Future<Value, Failure>) -> Future<Output, Failure>
  ) -> Future<Output, Failure> where Element == Future<Value, Failure> {
    let result = Cell.undecided()
    let folded = Locked(Cell(value: initial))
    InputOrder.look(
      at: cells(),
      for: result,
      on: context,
      cancellation: token,
      as: Failure.self
    ) { source, done in
      let soFar = folded.withLock { $0 }.load(as: Output.self)
      add(soFar, Future(cell: source)).cell.observe { sum, _ in
        guard sum.isSuccess else {
          result.finish(failingLike: sum, as: Failure.self)
          done(.stop)
          return .none
        }
        folded.withLock { $0 = sum }
        done(.goOn)
        return .none
      }
    } end: {
      ThreadState.run(result, result.forward(from: folded.withLock { $0 }, failure: Failure.self))
    }
    return Future(cell: result)
  }
}
