extension Sequence where Element: Sendable {
  /// Starts work for every element, at most so many at a time, collects the values, and tells how
  /// far it has come.
  ///
  /// ```swift
  /// let pages = urls.traverse(progress: { self.bar.show($0, of: $1) }) { self.download($0) }
  /// ```
  ///
  /// Otherwise like `traverse` without a `progress` closure.
  ///
  /// `body` has the task-local values of the code that calls this method, whenever the work starts;
  /// see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - limit: How many pieces of work may run at a time, 1 or more. Less is taken as 1 and
  ///     reported to ``Diagnostics``.
  ///   - token: Once cancelled, nothing new is started, and what is running and the result are
  ///     cancelled; by default, the token of the current scope.
  ///   - progress: Called when a piece of work has succeeded, with the number of those that have
  ///     and the number of all elements. The numbers come in order, one call at a time, each once;
  ///     the last call comes before observers of the result that run in the same place. It is not
  ///     called when the result has failed or was cancelled, nor without elements. Runs where it is
  ///     written.
  ///   - body: Starts the work for one element. Runs where it is written.
  /// - Returns: A future of the values in input order.
  /// - Complexity: O(*n*) in the number of elements.
  public func traverse<Output, Failure>(
    maxConcurrent limit: Int = .max,
    cancellation token: CancellationToken = .current,
    @_inheritActorContext progress:
      @escaping @Sendable @isolated(any) (_ completed: Int, _ total: Int) -> Void,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) (Element) -> Future<Output, Failure>
  ) -> Future<[Output], Failure> {
    let elements = Array(self)
    let report = ProgressReport(
      total: elements.count,
      on: ExecutionContext(isolation: progress.isolation),
      withoutIsolation(progress)
    )
    return elements.traverse(
      maxConcurrent: limit,
      on: ExecutionContext(isolation: body.isolation),
      cancellation: token,
      report.counting(withoutIsolation(body))
    )
    .endingProgress(of: report)
  }

  /// Starts work for every element, at most so many at a time, on a context of your choice,
  /// collects the values, and tells how far it has come.
  ///
  /// Otherwise like `traverse` without a `progress` closure.
  ///
  /// `body` has the task-local values of the code that calls this method, whenever the work starts;
  /// see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - limit: How many pieces of work may run at a time, 1 or more. Less is taken as 1 and
  ///     reported to ``Diagnostics``.
  ///   - context: Where `progress` and `body` run. The compiler rejects a closure that uses
  ///     isolated state.
  ///   - token: Once cancelled, nothing new is started, and what is running and the result are
  ///     cancelled; by default, the token of the current scope.
  ///   - progress: Called when a piece of work has succeeded, with the number of those that have
  ///     and the number of all elements. The numbers come in order, one call at a time, each once.
  ///     It is not called when the result has failed or was cancelled, nor without elements.
  ///   - body: Starts the work for one element.
  /// - Returns: A future of the values in input order.
  /// - Complexity: O(*n*) in the number of elements.
  public func traverse<Output, Failure>(
    maxConcurrent limit: Int = .max,
    on context: ExecutionContext,
    cancellation token: CancellationToken = .current,
    progress: @escaping @Sendable (_ completed: Int, _ total: Int) -> Void,
    _ body: @escaping @Sendable (Element) -> Future<Output, Failure>
  ) -> Future<[Output], Failure> {
    let elements = Array(self)
    let report = ProgressReport(total: elements.count, on: context, progress)
    return elements.traverse(
      maxConcurrent: limit,
      on: context,
      cancellation: token,
      report.counting(body)
    )
    .endingProgress(of: report)
  }

  /// Starts work for every element with a closure that may throw, and tells how far it has come.
  ///
  /// What `body` throws fails that piece of work. Otherwise like the other `traverse` with a
  /// `progress` closure.
  ///
  /// `body` has the task-local values of the code that calls this method, whenever the work starts;
  /// see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - limit: How many pieces of work may run at a time, 1 or more.
  ///   - token: Once cancelled, nothing new is started, and what is running and the result are
  ///     cancelled; by default, the token of the current scope.
  ///   - progress: Called when a piece of work has succeeded, with the number of those that have
  ///     and the number of all elements. Runs where it is written.
  ///   - body: Starts the work for one element, or throws. Runs where it is written.
  /// - Returns: A future of the values in input order.
  /// - Complexity: O(*n*) in the number of elements.
  @_disfavoredOverload
  public func traverse<Output>(
    maxConcurrent limit: Int = .max,
    cancellation token: CancellationToken = .current,
    @_inheritActorContext progress:
      @escaping @Sendable @isolated(any) (_ completed: Int, _ total: Int) -> Void,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) (Element) throws -> Future<Output, any Error>
  ) -> Future<[Output], any Error> {
    let elements = Array(self)
    let report = ProgressReport(
      total: elements.count,
      on: ExecutionContext(isolation: progress.isolation),
      withoutIsolation(progress)
    )
    let throwingBody = withoutIsolation(body)
    return elements.traverse(
      maxConcurrent: limit,
      on: ExecutionContext(isolation: body.isolation),
      cancellation: token,
      report.counting { element in Future(catching: { try throwingBody(element) }) }
    )
    .endingProgress(of: report)
  }

  /// Starts work for every element with a closure that may throw, on a context of your choice, and
  /// tells how far it has come.
  ///
  /// What `body` throws fails that piece of work. Otherwise like the other `traverse` with a
  /// `progress` closure.
  ///
  /// `body` has the task-local values of the code that calls this method, whenever the work starts;
  /// see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - limit: How many pieces of work may run at a time, 1 or more.
  ///   - context: Where `progress` and `body` run. The compiler rejects a closure that uses
  ///     isolated state.
  ///   - token: Once cancelled, nothing new is started, and what is running and the result are
  ///     cancelled; by default, the token of the current scope.
  ///   - progress: Called when a piece of work has succeeded, with the number of those that have
  ///     and the number of all elements.
  ///   - body: Starts the work for one element, or throws.
  /// - Returns: A future of the values in input order.
  /// - Complexity: O(*n*) in the number of elements.
  @_disfavoredOverload
  public func traverse<Output>(
    maxConcurrent limit: Int = .max,
    on context: ExecutionContext,
    cancellation token: CancellationToken = .current,
    progress: @escaping @Sendable (_ completed: Int, _ total: Int) -> Void,
    _ body: @escaping @Sendable (Element) throws -> Future<Output, any Error>
  ) -> Future<[Output], any Error> {
    traverse(
      maxConcurrent: limit,
      on: context,
      cancellation: token,
      progress: progress
    ) { element in
      Future(catching: { try body(element) })
    }
  }
}
