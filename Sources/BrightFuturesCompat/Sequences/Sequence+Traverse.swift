internal import Dispatch
internal import Futures

extension Sequence {
  /// Starts work for every element, all at once, and collects the values.
  ///
  /// - Parameter f: Starts the work for an element. Called in this call, for all elements in their
  ///   order.
  /// - Returns: A future of the values in the order of the elements, which settles on the global
  ///   queue. It fails with the first failure in that order.
  /// - Complexity: O(*n*).
  public func traverse<U: Sendable, E: Error, A: AsyncType>(
    f: (Element) -> A
  ) -> Future<[U], E> where A.Value: ResultProtocol, A.Value.Value == U, A.Value.Error == E {
    traverse(DispatchQueue.global().context, f: f)
  }

  /// Starts work for every element, all at once, and collects the values.
  ///
  /// - Parameters:
  ///   - context: Where the new future settles. It has no say in where `f` runs.
  ///   - f: Starts the work for an element. Called in this call, for all elements in their order.
  /// - Returns: A future of the values in the order of the elements. It fails with the first
  ///   failure in that order.
  /// - Complexity: O(*n*).
  @_disfavoredOverload
  @preconcurrency
  public func traverse<U: Sendable, E: Error, A: AsyncType>(
    _ context: @escaping ExecutionContext,
    f: (Element) -> A
  ) -> Future<[U], E> where A.Value: ResultProtocol, A.Value.Value == U, A.Value.Error == E {
    traverse(immediateExecutionContext, f: f).map(context) { $0 }
  }

  /// Starts work for every element, all at once, and collects the values, inline.
  ///
  /// - Parameters:
  ///   - context: Says that the new future settles with the last of those it collects.
  ///   - f: Starts the work for an element. Called in this call, for all elements in their order.
  /// - Returns: A future of the values in the order of the elements. It fails with the first
  ///   failure in that order.
  /// - Complexity: O(*n*).
  @preconcurrency
  public func traverse<U: Sendable, E: Error, A: AsyncType>(
    _ context: InlineContext,
    f: (Element) -> A
  ) -> Future<[U], E> where A.Value: ResultProtocol, A.Value.Value == U, A.Value.Error == E {
    map { f($0).asFuture }.sequence()
  }
}

extension Sequence
where Element: AsyncType, Element.Value: ResultProtocol, Element.Value.Value: Sendable {
  /// Collects the values of futures.
  ///
  /// It looks at the futures in their order, not in the order in which they settle. The same future
  /// may be in the sequence several times.
  ///
  /// - Returns: A future of the values in the order of the futures, or of the first failure in that
  ///   order. For no futures it has succeeded with no values.
  /// - Complexity: O(*n*).
  public func sequence() -> Future<[Element.Value.Value], Element.Value.Error> {
    Future(map(\.asFuture.future).sequence())
  }
}

extension Sequence where Element: ResultProtocol {
  /// Collects the values of results.
  ///
  /// - Returns: The values in their order, or the first failure.
  /// - Complexity: O(*n*).
  public func sequence() -> Result<[Element.Value], Element.Error> {
    var values: [Element.Value] = []
    for element in self {
      switch element.result {
      case .success(let value): values.append(value)
      case .failure(let error): return .failure(error)
      }
    }
    return .success(values)
  }
}
