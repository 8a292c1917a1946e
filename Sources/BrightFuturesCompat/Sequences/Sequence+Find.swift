internal import Dispatch
internal import Futures

extension Sequence
where Element: AsyncType, Element.Value: ResultProtocol, Element.Value.Value: Sendable {
  /// Returns a future of the first value that meets a condition, which runs where it is written or
  /// else on the global queue; see <doc:ComingFromBrightFutures#Every-name>.
  @preconcurrency
  public func find(
    isolation: (any Actor)? = #isolation,
    @_inheritActorContext _ p: @escaping @Sendable @isolated(any) (Element.Value.Value) -> Bool
  ) -> Future<Element.Value.Value, BrightFuturesError<Element.Value.Error>> {
    find(globalContext(of: p.isolation, calledFrom: isolation), p: withoutIsolation(p))
  }

  /// Returns a future of the first value that meets a condition, which runs where it is written,
  /// through a context such as `validContext` of a token.
  @preconcurrency
  public func find(
    _ context: HomeContext,
    @_inheritActorContext p: @escaping @Sendable @isolated(any) (Element.Value.Value) -> Bool
  ) -> Future<Element.Value.Value, BrightFuturesError<Element.Value.Error>> {
    find(context.context(for: p.isolation), p: withoutIsolation(p))
  }

  /// Returns a future of the first value that meets a condition.
  ///
  /// The search begins when all futures have succeeded. To stop at the first match, use
  /// `first(where:)` of the module `Futures`.
  ///
  /// - Parameters:
  ///   - context: The context that runs `p`.
  ///   - p: The condition.
  /// - Returns: A future of the first such value in the order of the futures. It fails with
  ///   `noSuchElement` if there is none. If any future fails, it fails with the first failure in
  ///   that order as `external`.
  /// - Complexity: O(*n*).
  @_disfavoredOverload
  @preconcurrency
  public func find(
    _ context: @escaping ExecutionContext,
    p: @escaping @Sendable (Element.Value.Value) -> Bool
  ) -> Future<Element.Value.Value, BrightFuturesError<Element.Value.Error>> {
    sequence()
      .mapError(immediateExecutionContext) { .external($0) }
      .flatMap(context) { values -> Result in
        values.first(where: p).map { .success($0) } ?? .failure(.noSuchElement)
      }
  }
}

extension Sequence where Element: AsyncType {
  /// Returns a future that settles like the first of these futures to settle.
  ///
  /// - Returns: A future with the first result, which settles on the global queue. For an empty
  ///   sequence, it never settles.
  /// - Complexity: O(*n*).
  public func firstCompleted() -> Element {
    Element.firstCompleted(of: Array(self))
  }
}
