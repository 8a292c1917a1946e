internal import Dispatch
internal import Futures

extension Sequence
where Element: AsyncType, Element.Value: ResultProtocol, Element.Value.Value: Sendable {
  /// Combines the values of these futures one after another, where the closure is written or else
  /// on the global queue; see <doc:ComingFromBrightFutures#Every-name>.
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

  /// Combines the values of these futures one after another, where the closure is written, through
  /// a context such as `validContext` of a token.
  @preconcurrency
  public func fold<R: Sendable>(
    _ context: HomeContext,
    zero: R,
    @_inheritActorContext f: @escaping @Sendable @isolated(any) (R, Element.Value.Value) -> R
  ) -> Future<R, Element.Value.Error> {
    fold(context.context(for: f.isolation), zero: zero, f: withoutIsolation(f))
  }

  /// Combines the values of these futures one after another.
  ///
  /// The futures are awaited in their order, not in the order in which they settle.
  ///
  /// - Parameters:
  ///   - context: The context that runs `f`.
  ///   - zero: The initial result.
  ///   - f: A closure that combines the result so far with a value. It is called in the order of
  ///     the futures.
  /// - Returns: A future of the combined result. It fails with the first failure in the order of
  ///   the futures. For an empty sequence, it has succeeded with `zero`.
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
