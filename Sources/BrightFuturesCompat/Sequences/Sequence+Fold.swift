internal import Dispatch
internal import Futures

extension Sequence
where Element: AsyncType, Element.Value: ResultProtocol, Element.Value.Value: Sendable {
  /// Combines the values of futures one after another, on the main queue in main-actor code,
  /// otherwise on the global queue.
  ///
  /// - Parameters:
  ///   - zero: What to begin with.
  ///   - isolation: The actor whose code makes this call. Leave this argument out.
  ///   - f: Adds a value to what there is so far. Called in the order of the futures.
  /// - Returns: A future of the last sum, or of the first failure in the order of the futures. For
  ///   no futures it has succeeded with `zero`.
  /// - Complexity: O(*n*) calls of `f`.
  @preconcurrency
  public func fold<R: Sendable>(
    _ zero: R,
    isolation: (any Actor)? = #isolation,
    @_inheritActorContext f: @escaping @Sendable @isolated(any) (R, Element.Value.Value) -> R
  ) -> Future<R, Element.Value.Error> {
    fold(
      globalContext(of: f.isolation, calledFrom: isolation),
      zero: zero,
      f: withoutIsolation(f)
    )
  }

  /// Combines the values of futures one after another, where the closure is written.
  ///
  /// Otherwise like the `fold` that takes an ``ExecutionContext``.
  ///
  /// - Parameters:
  ///   - context: Where `f` runs: `validContext` of a token, `.immediateOnMain`, or
  ///     `DispatchQueue.main.context`.
  ///   - zero: What to begin with.
  ///   - f: Adds a value to what there is so far. Called in the order of the futures.
  /// - Returns: A future of the last sum, or of the first failure in the order of the futures.
  /// - Complexity: O(*n*) calls of `f`.
  @preconcurrency
  public func fold<R: Sendable>(
    _ context: HomeContext,
    zero: R,
    @_inheritActorContext f: @escaping @Sendable @isolated(any) (R, Element.Value.Value) -> R
  ) -> Future<R, Element.Value.Error> {
    fold(context.context(for: f.isolation), zero: zero, f: withoutIsolation(f))
  }

  /// Combines the values of futures one after another.
  ///
  /// It looks at the futures in their order, not in the order in which they settle.
  ///
  /// - Parameters:
  ///   - context: Where `f` runs.
  ///   - zero: What to begin with.
  ///   - f: Adds a value to what there is so far. Called in the order of the futures.
  /// - Returns: A future of the last sum, or of the first failure in the order of the futures. For
  ///   no futures it has succeeded with `zero`.
  /// - Complexity: O(*n*) calls of `f`.
  @_disfavoredOverload
  @preconcurrency
  public func fold<R: Sendable>(
    _ context: @escaping ExecutionContext,
    zero: R,
    f: @escaping @Sendable (R, Element.Value.Value) -> R
  ) -> Future<R, Element.Value.Error> {
    reduce(Future(value: zero)) { soFar, element in
      let next = element.asFuture
      return soFar.flatMap(immediateExecutionContext) { sum in
        next.map(context) { value in f(sum, value) }
      }
    }
  }
}
