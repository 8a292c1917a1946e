extension Sequence where Element: Sendable {
  /// Starts work for every element, at most a given number at a time, and collects the values.
  ///
  /// ```swift
  /// let pages = urls.traverse(maxConcurrent: 4) { url in download(url) }
  /// ```
  ///
  /// ![Two run at a time; the third starts when the first has settled.](traverse)
  ///
  /// Work is started in input order; when one piece ends, the next one starts. The values come in
  /// input order. The first failure in input order fails the result, and after any failure no
  /// further work starts. An empty sequence gives an empty array at once. The sequence is read to
  /// its end before the call returns, regardless of the limit: a lazy sequence is evaluated, and
  /// the sequence must be finite.
  ///
  /// Each piece of work has its own scope, which is cancelled when the piece is over or the result
  /// settles: after a failure, work that is still running stops.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - limit: How many pieces of work may run at a time, 1 or more. Less is taken as 1 and
  ///     reported to ``Diagnostics``.
  ///   - token: Once cancelled, no further work starts, and the running work and the result are
  ///     cancelled; by default, the token of the current scope.
  ///   - body: Starts the work for one element. Runs where it is written.
  /// - Returns: A future of the values in input order.
  /// - Complexity: O(*n*) in the number of elements.
  public func traverse<Output, Failure>(
    maxConcurrent limit: Int = .max,
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) (Element) -> Future<Output, Failure>
  ) -> Future<[Output], Failure> {
    traverse(
      maxConcurrent: limit,
      on: ExecutionContext(isolation: body.isolation),
      cancellation: token,
      withoutIsolation(body)
    )
  }

  /// Starts work for every element, at most a given number at a time, and collects the values, on a
  /// context of your choice.
  package func traverse<Output, Failure>(
    maxConcurrent limit: Int = .max,
    on context: ExecutionContext,
    cancellation token: CancellationToken = .current,
    _ body: @escaping @Sendable (Element) -> Future<Output, Failure>
  ) -> Future<[Output], Failure> {
    if limit < 1 { reportTraversalLimit(limit) }
    let result = Cell.undecided()
    let elements = Array(self)
    let collector = Collector(for: result, count: elements.count, policy: .inOrder) { ending in
      result.finish(collecting: ending, Output.self, Failure.self)
    }
    let heeded = token.heeded(by: Failure.self)
    let traversal = Traversal(
      count: elements.count,
      limit: Swift.max(1, limit),
      into: collector,
      on: context,
      scopeParent: token.unheeded(by: Failure.self),
      link: linksWork(on: context, cancellation: heeded) ? Failure.self : nil
    ) { index, scope, task, prepare in
      startWork(on: context, cancellation: heeded, in: task) {
        prepare?()
        return scope.start { body(elements[index]) }
      }
      .cell
    }
    result.govern(traversal, on: context, cancellation: heeded, as: Failure.self)
    traversal.startFirst()
    return Future(cell: result)
  }
}

// Closures that throw have separate overloads: where nothing else determines the error type, the
// compiler infers it from what the closure throws, which is `Never` if it does not throw, so that
// `urls.traverse { load($0) }` would not compile with this overload alone.
extension Sequence where Element: Sendable {
  /// Starts work for every element with a closure that may throw.
  ///
  /// An error that `body` throws fails that piece of work. Otherwise like the other `traverse`.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - limit: How many pieces of work may run at a time, 1 or more.
  ///   - token: Once cancelled, no further work starts, and the running work and the result are
  ///     cancelled; by default, the token of the current scope.
  ///   - body: Starts the work for one element, or throws. Runs where it is written.
  /// - Returns: A future of the values in input order.
  /// - Complexity: O(*n*) in the number of elements.
  @_disfavoredOverload
  public func traverse<Output, Failure>(
    maxConcurrent limit: Int = .max,
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) (Element) throws(Failure) -> Future<Output, Failure>
  ) -> Future<[Output], Failure> {
    let context = ExecutionContext(isolation: body.isolation)
    let body = withoutIsolation(throwing: body)
    return traverse(maxConcurrent: limit, on: context, cancellation: token) { element in
      Future<Output, Failure>(catching: { () throws(Failure) in try body(element) })
    }
  }
}

extension Future {
  /// Returns the future that `body` returns, or one that fails with what it throws.
  init(catching body: () throws(Failure) -> Future) {
    do throws(Failure) { self = try body() } catch { self.init(error: error) }
  }
}

/// Reports a limit below one.
@usableFromInline
func reportTraversalLimit(_ limit: Int) {
  Diagnostics.report(
    .invalidArgument,
    detail: "traverse(maxConcurrent:) takes 1 or more, not \(limit)"
  )
}
