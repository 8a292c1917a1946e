// If a closure of `Future { … }` returns a future, the new future takes its outcome. So the generic
// forms are preferred to those for values, which would create a future of a future. They do not
// accept a closure that returns nothing, which a form for `Future<Void, Failure>` would. However,
// they infer nothing from their context: for `return Future(error: error)` there are forms for
// `Future<Value, Failure>`. Those have to come last, after the forms for values: for the type
// checker, `{ note(); save() }` without a `return` fits `() -> Future<Void, Failure>` as well, and
// what is missing is found only when the form is chosen. The forms for values are disfavored
// already; members of the protocol rank behind those of the type.

extension Future {
  /// Creates a future of work that a closure starts.
  ///
  /// ```swift
  /// let page = Future { pages.page(url) ?? download(url) }
  /// // Future<Page, any Error>
  /// ```
  ///
  /// The future has the outcome of the one that the closure returns, and cancelling it cancels
  /// that one. The closure runs where it is written: on the actor of the code that passes it, or on
  /// ``ExecutionContext/global(qos:)`` if that code is nonisolated. ``CancellationToken/current``
  /// is `token` there, so that work that it starts is cancelled together with the future.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Note: In generic code, a closure that returns a `Value` which happens to be a future is not
  ///   flattened.
  ///
  /// - Parameters:
  ///   - token: Cancels the future; by default, that of the current scope. If it is cancelled
  ///     before the closure starts, the closure does not run. A future whose error type cannot hold
  ///     cancellation is left without an outcome, but ignores the token of the current scope.
  ///   - fileID: The file where the future is created, for diagnostics in debug builds.
  ///   - line: The line where the future is created, for diagnostics in debug builds.
  ///   - body: Starts the work. An error that it throws fails the future.
  public init<Work: FutureProtocol<Value, Failure>>(
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    @_inheritActorContext starting body: @escaping @Sendable @isolated(any) () -> Work
  ) {
    self.init(
      on: body.isolation.map { ExecutionContext(isolation: $0) } ?? .ofNewWork,
      cancellation: token,
      fileID: fileID,
      line: line,
      starting: withoutIsolation(body)
    )
  }

  /// Creates a future of work that a closure starts on a context of your choice.
  public init<Work: FutureProtocol<Value, Failure>>(
    on context: ExecutionContext,
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    starting body: @escaping @Sendable () -> Work
  ) {
    self.init(on: context, cancellation: token, fileID, line, following: { body()._future })
  }

  fileprivate init(
    on context: ExecutionContext,
    cancellation token: CancellationToken,
    _ fileID: StaticString,
    _ line: UInt,
    following body: @escaping @Sendable () -> Future
  ) {
    let start = Future<Void, Failure>(value: ())
    start.cell.noteSite(fileID, line)
    // Created and, if there is no context, registered in the scope of the token, so that it runs in
    // that scope.
    self = token.asCurrent {
      let (task, work) = (HeldTask.needed(on: context), StartedWork())
      return work.follow(
        start.on(context).flatMap(cancellation: token.heeded(by: Failure.self)) {
          work.begin(inTask(task, on: context, body))
        }
      )
    }
  }
}

extension Future where Failure == any Error {
  /// Creates a future of work that a closure starts, whose future has its own error type.
  ///
  /// Otherwise like `Future { … }` with a closure that returns a future.
  ///
  /// - Parameters:
  ///   - token: Cancels the future; by default, that of the current scope. If it is cancelled
  ///     before the closure starts, the closure does not run.
  ///   - fileID: The file where the future is created, for diagnostics in debug builds.
  ///   - line: The line where the future is created, for diagnostics in debug builds.
  ///   - body: Starts the work. An error that it throws fails the future.
  public init<WorkFailure: Error>(
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    @_inheritActorContext starting body:
      @escaping @Sendable @isolated(any) () throws -> Future<Value, WorkFailure>
  ) {
    self.init(
      on: body.isolation.map { ExecutionContext(isolation: $0) } ?? .ofNewWork,
      cancellation: token,
      fileID: fileID,
      line: line,
      starting: withoutIsolation(body)
    )
  }

  /// Creates a future of work that a closure starts, or throws, on a context of your choice.
  public init<WorkFailure: Error>(
    on context: ExecutionContext,
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    starting body: @escaping @Sendable () throws -> Future<Value, WorkFailure>
  ) {
    let work = StartedWork()
    let result = Future(
      on: context,
      cancellation: token,
      fileID: fileID,
      line: line,
      starting: {
        Future<Value, any Error>(catching: { try work.begin(body()).eraseFailure() })
      }
    )
    self = work.follow(result)
  }
}

extension Future {
  /// Creates a future of work that an asynchronous closure starts, in a new task.
  ///
  /// ```swift
  /// let page = Future { await slowPages.page(url) ?? download(url) }
  /// ```
  ///
  /// Otherwise like `Future { … }` with a synchronous closure that returns a future.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task; `nil` for that of the current one.
  ///   - token: Cancels the future; by default, that of the current scope. If it is cancelled
  ///     before the closure starts, the closure does not run.
  ///   - fileID: The file where the future is created, for diagnostics in debug builds.
  ///   - line: The line where the future is created, for diagnostics in debug builds.
  ///   - operation: Starts the work.
  public init<Work: FutureProtocol<Value, Failure>>(
    priority: TaskPriority? = nil,
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    @_inheritActorContext starting operation: @escaping @Sendable @isolated(any) () async -> Work
  ) {
    self = .started(priority, cancellation: token, (fileID, line), by: operation)
  }

  /// A future of the work that an asynchronous closure starts; cancelling the future cancels the
  /// work.
  static func started<Work: FutureProtocol<Value, Failure>>(
    _ priority: TaskPriority? = nil,
    cancellation token: CancellationToken = .current,
    _ site: (fileID: StaticString, line: UInt) = ("", 0),
    by operation: @escaping @Sendable @isolated(any) () async throws(Failure) -> Work
  ) -> Future {
    let (task, work) = (StartedWork(), StartedWork())
    let started = Future<Future, Failure>(
      priority,
      cancellation: token,
      site,
      noting: work,
      operation
    )
    let heeded = token.heeded(by: Failure.self)
    let result = task.begin(started).on(.inline).flatMap(cancellation: heeded) { $0 }
    return task.follow(work.follow(result))
  }
}

extension FutureProtocol {
  /// Creates a future of work that a closure starts, where the closure needs its type from the
  /// context.
  ///
  /// ```swift
  /// let page: Future<Page, any Error> = Future {
  ///   if isOffline { return Future(error: Offline()) }
  ///   return download(url)
  /// }
  /// ```
  ///
  /// Otherwise the same as the other `Future { … }` with a closure that returns a future.
  ///
  /// - Parameters:
  ///   - token: Cancels the future; by default, that of the current scope.
  ///   - fileID: The file where the future is created, for diagnostics in debug builds.
  ///   - line: The line where the future is created, for diagnostics in debug builds.
  ///   - body: Starts the work.
  @_disfavoredOverload
  public init<Output, Problem>(
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    @_inheritActorContext starting body:
      @escaping @Sendable @isolated(any) () -> Future<Output, Problem>
  ) where Self == Future<Output, Problem> {
    self.init(
      on: body.isolation.map { ExecutionContext(isolation: $0) } ?? .ofNewWork,
      cancellation: token,
      fileID,
      line,
      following: withoutIsolation(body)
    )
  }

  /// Creates a future of work that a closure starts on a context of your choice.
  @_disfavoredOverload
  public init<Output, Problem>(
    on context: ExecutionContext,
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    starting body: @escaping @Sendable () -> Future<Output, Problem>
  ) where Self == Future<Output, Problem> {
    self.init(on: context, cancellation: token, fileID, line, following: body)
  }

  /// Creates a future of work that an asynchronous closure starts, where the closure needs its type
  /// from the context.
  ///
  /// Otherwise the same as the other `Future { … }` with an asynchronous closure that returns a
  /// future.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task; `nil` for that of the current one.
  ///   - token: Cancels the future; by default, that of the current scope.
  ///   - fileID: The file where the future is created, for diagnostics in debug builds.
  ///   - line: The line where the future is created, for diagnostics in debug builds.
  ///   - operation: Starts the work.
  @_disfavoredOverload
  public init<Output, Problem>(
    priority: TaskPriority? = nil,
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    @_inheritActorContext starting operation:
      @escaping @Sendable @isolated(any) () async -> Future<Output, Problem>
  ) where Self == Future<Output, Problem> {
    self = .started(priority, cancellation: token, (fileID, line), by: operation)
  }
}

extension Future where Failure == any Error {
  /// Creates a future of work that an asynchronous closure starts, or throws, in a new task.
  ///
  /// Otherwise like `Future { … }` with a synchronous closure that returns a future.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task; `nil` for that of the current one.
  ///   - token: Cancels the future; by default, that of the current scope. If it is cancelled
  ///     before the closure starts, the closure does not run.
  ///   - fileID: The file where the future is created, for diagnostics in debug builds.
  ///   - line: The line where the future is created, for diagnostics in debug builds.
  ///   - operation: Starts the work. An error that it throws fails the future.
  public init<WorkFailure: Error>(
    priority: TaskPriority? = nil,
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    @_inheritActorContext starting operation:
      @escaping @Sendable @isolated(any) () async throws -> Future<Value, WorkFailure>
  ) {
    self = .started(priority, cancellation: token, (fileID, line), erasing: operation)
  }

  /// The same for work with another error type.
  static func started<Work: FutureProtocol>(
    _ priority: TaskPriority? = nil,
    cancellation token: CancellationToken = .current,
    _ site: (fileID: StaticString, line: UInt) = ("", 0),
    erasing operation: @escaping @Sendable @isolated(any) () async throws -> Work
  ) -> Future where Work.Value == Value {
    let (task, work) = (StartedWork(), StartedWork())
    let started = Future<Future<Value, Work.Failure>, any Error>(
      priority,
      cancellation: token,
      site,
      noting: work,
      operation
    )
    let result = task.begin(started)
      .on(.inline).flatMap(cancellation: token) { $0.eraseFailure() }
    return task.follow(work.follow(result))
  }
}

extension Future {
  /// Creates a future of the future that an asynchronous closure starts, as `init(operation:)`
  /// does, and notes that future even if this one is cancelled while the closure runs.
  fileprivate init<Work: FutureProtocol>(
    _ priority: TaskPriority?,
    cancellation token: CancellationToken,
    _ site: (fileID: StaticString, line: UInt),
    noting work: StartedWork,
    _ operation: @escaping @Sendable @isolated(any) () async throws(Failure) -> Work
  ) where Value == Future<Work.Value, Work.Failure> {
    let cell = PromiseCell()
    cell.noteSite(site.fileID, site.line)
    self.init(cell: cell)
    if cell.isCancelled(before: token.heeded(by: Failure.self), as: Failure.self) { return }
    let task = token.asCurrent {
      Task<Void, any Error>(executorPreference: TaskHome.executor, priority: priority) {
        @concurrent in
        await cell.settle(isolation: operation.isolation, Failure.self, noting: work, operation)
      }
    }
    follow(task, cancellation: token)
  }
}

extension Cell {
  /// Settles with the future that `operation` starts, on the actor of `operation`, and notes it.
  fileprivate func settle<Work: FutureProtocol, Failure: Error>(
    isolation: isolated (any Actor)?,
    _ failure: Failure.Type,
    noting work: StartedWork,
    _ operation: @Sendable @isolated(any) () async throws(Failure) -> Work
  ) async {
    do throws(Failure) {
      finish(work.begin(try await operation()._future))
    } catch {
      finish(failing: error, as: Failure.self)
    }
  }
}
