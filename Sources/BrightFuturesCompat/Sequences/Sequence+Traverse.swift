internal import Dispatch
internal import Futures

extension Sequence {
  /// Starts work for all elements at once, and returns a future of the values in their order, which
  /// settles on the global queue.
  public func traverse<U: Sendable, E: Error, A: AsyncType>(
    f: (Element) -> A
  ) -> Future<[U], E> where A.Value: ResultProtocol, A.Value.Value == U, A.Value.Error == E {
    traverse(DispatchQueue.global().context, f: f)
  }

  /// Starts work for all elements at once, and returns a future of the values.
  ///
  /// - Parameters:
  ///   - context: The context that collects the values: it runs one task for each element, in their
  ///     order, up to the first failure. It does not run `f`.
  ///   - f: A closure that starts the work for an element. It runs in this call, for all elements
  ///     in their order.
  /// - Returns: A future of the values in the order of the elements. It fails with the first
  ///   failure in that order. Without elements, it has succeeded with an empty array.
  /// - Complexity: O(*n*).
  @_disfavoredOverload
  @preconcurrency
  public func traverse<U: Sendable, E: Error, A: AsyncType>(
    _ context: @escaping ExecutionContext,
    f: (Element) -> A
  ) -> Future<[U], E> where A.Value: ResultProtocol, A.Value.Value == U, A.Value.Error == E {
    // Appended to in place: a value in a future would be copied for each element.
    let values = Locked<[U]>([])
    return reduce(into: Future<Void, E>(value: ())) { collected, element in
      let next = f(element).asFuture
      collected = collected.flatMap(immediateExecutionContext) {
        next.transform(on: context) { outcome in
          outcome.map { value in values.withLock { $0.append(value) } }
        }
      }
    }
    .map(immediateExecutionContext) { values.withLock { $0 } }
  }

  /// Starts work for all elements at once, and returns a future of the values in their order, which
  /// settles with the last of them.
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
  /// Returns a future of the values of these futures.
  ///
  /// The futures are awaited in their order, not in the order in which they settle. A future may
  /// occur several times.
  ///
  /// - Returns: A future of the values in the order of the futures. It fails with the first failure
  ///   in that order. For an empty sequence, it has succeeded with an empty array.
  /// - Complexity: O(*n*).
  public func sequence() -> Future<[Element.Value.Value], Element.Value.Error> {
    Future(map(\.asFuture.future).all(.failInOrder))
  }
}

extension Sequence where Element: ResultProtocol {
  /// Returns the values of these results.
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
