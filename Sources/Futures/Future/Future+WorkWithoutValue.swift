// A chain that ends in `onSuccess { … }` is a future whose result may be discarded. Where work
// without a value is expected, the compiler would otherwise treat the closure as one that returns
// nothing, and the work would end at once.

extension Future where Value == Void {
  /// Creates a future of work whose value does not matter.
  ///
  /// ```swift
  /// func refresh() -> Future<Void, any Error> {
  ///   Future { download(url).onSuccess { page in show(page) } }
  /// }
  /// ```
  ///
  /// Otherwise the same as `Future { … }` with a closure that returns a future without a value.
  ///
  /// - Parameters:
  ///   - token: Cancels the future; by default, that of the current scope.
  ///   - fileID: The file where the future is created, for diagnostics in debug builds.
  ///   - line: The line where the future is created, for diagnostics in debug builds.
  ///   - body: Starts the work. Runs where it is written.
  @_disfavoredOverload
  public init<Work: FutureProtocol>(
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    @_inheritActorContext starting body: @escaping @Sendable @isolated(any) () -> Work
  ) where Work.Failure == Failure {
    self = Future<Work.Value, Failure>(
      cancellation: token,
      fileID: fileID,
      line: line,
      starting: body
    ).asVoid()
  }

  /// Creates a future of work that an asynchronous closure starts, and whose value does not matter.
  @_disfavoredOverload
  public init<Work: FutureProtocol>(
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    @_inheritActorContext starting operation: @escaping @Sendable @isolated(any) () async -> Work
  ) where Work.Failure == Failure {
    self = Future<Work.Value, Failure>
      .started(cancellation: token, (fileID, line), by: operation)
      .asVoid()
  }
}

extension Future where Value == Void, Failure == any Error {
  /// Creates a future of work that may throw, and whose value does not matter.
  @_disfavoredOverload
  public init<Work: FutureProtocol>(
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    @_inheritActorContext starting operation:
      @escaping @Sendable @isolated(any) () async throws -> Work
  ) {
    self = Future<Work.Value, any Error>
      .started(cancellation: token, (fileID, line), erasing: operation)
      .asVoid()
  }

  /// Creates a future of work that fails with errors of another type, and whose value does not
  /// matter.
  @_disfavoredOverload
  public init<WorkValue: Sendable, WorkFailure: Error>(
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    @_inheritActorContext starting body:
      @escaping @Sendable @isolated(any) () throws -> Future<WorkValue, WorkFailure>
  ) {
    self = Future<WorkValue, any Error>(
      cancellation: token,
      fileID: fileID,
      line: line,
      starting: body
    ).asVoid()
  }
}
