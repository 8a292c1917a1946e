internal import Dispatch
internal import Futures

extension Sequence
where Element: AsyncType, Element.Value: ResultProtocol, Element.Value.Value: Sendable {
  /// Looks for a value that meets a condition, on the main queue in main-actor code, otherwise on
  /// the global queue.
  ///
  /// - Parameters:
  ///   - isolation: The actor whose code makes this call. Leave this argument out.
  ///   - p: The condition.
  /// - Returns: A future of the first such value in the order of the futures, after all have
  ///   succeeded.
  @preconcurrency
  public func find(
    isolation: (any Actor)? = #isolation,
    @_inheritActorContext _ p: @escaping @Sendable @isolated(any) (Element.Value.Value) -> Bool
  ) -> Future<Element.Value.Value, BrightFuturesError<Element.Value.Error>> {
    find(globalContext(of: p.isolation, calledFrom: isolation), p: withoutIsolation(p))
  }

  /// Looks for a value that meets a condition, where the closure is written.
  ///
  /// Otherwise like the `find` that takes an ``ExecutionContext``.
  ///
  /// - Parameters:
  ///   - context: Where `p` runs: `validContext` of a token, `.immediateOnMain`, or
  ///     `DispatchQueue.main.context`.
  ///   - p: The condition.
  /// - Returns: A future of the first such value in the order of the futures.
  @preconcurrency
  public func find(
    _ context: HomeContext,
    @_inheritActorContext p: @escaping @Sendable @isolated(any) (Element.Value.Value) -> Bool
  ) -> Future<Element.Value.Value, BrightFuturesError<Element.Value.Error>> {
    find(context.context(for: p.isolation), p: withoutIsolation(p))
  }

  /// Looks for a value that meets a condition.
  ///
  /// It waits for all futures before it looks. To stop at the first match use `first(where:)` of
  /// the module `Futures`.
  ///
  /// - Parameters:
  ///   - context: Where `p` runs.
  ///   - p: The condition.
  /// - Returns: A future of the first such value in the order of the futures. It fails with
  ///   `noSuchElement` if there is none, and if any future fails, with the first failure in that
  ///   order as `external`.
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
  /// Waits for whatever settles first.
  ///
  /// - Returns: One with the result of the first that has one. For an empty sequence it never has
  ///   one.
  /// - Complexity: O(*n*).
  public func firstCompleted() -> Element {
    Element._firstCompleted(of: Array(self))
  }
}
