// A chain that ends in `onSuccess { … }` is a future whose result may be dropped. Where work
// without a value is expected, its closure would count as one that returns nothing, and would end
// at once.

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
  ///   - fileID: Where the future is created, for diagnostics in debug builds.
  ///   - line: Where the future is created, for diagnostics in debug builds.
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

  /// Starts work whose value does not matter until it succeeds, or until the policy gives up.
  ///
  /// Otherwise the same as `retry` with a closure that returns a future without a value.
  ///
  /// - Parameters:
  ///   - policy: How often, after which pause, and after which errors to try again.
  ///   - clock: The clock for the pauses.
  ///   - token: Once cancelled, the attempt that runs and the result are cancelled; by default, the
  ///     token of the current scope.
  ///   - body: Starts an attempt; receives its number, counted from 1. Runs where it is written.
  /// - Returns: A future that succeeds with the first attempt that does.
  @_disfavoredOverload
  public static func retry<Work: FutureProtocol>(
    _ policy: RetryPolicy = RetryPolicy(),
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) (_ attempt: Int) async throws -> Work
  ) -> Future {
    Future<Work.Value, any Error>
      .retry(policy, clock: clock, on: .inline, cancellation: token) { attempt in
        .following(erasing: { try await body(attempt) })
      }
      .asVoid()
  }

  /// Starts work whose value does not matter, and fails with ``TimeoutError`` if it does not settle
  /// in time.
  ///
  /// Otherwise the same as `timeout` with a closure that returns a future without a value.
  ///
  /// - Parameters:
  ///   - limit: How long the work may take, counted from this call.
  ///   - clock: The clock to wait on.
  ///   - token: Once cancelled, the work and the result are cancelled; by default, the token of the
  ///     current scope.
  ///   - body: Starts the work, or throws. Runs where it is written.
  /// - Returns: A future that succeeds with the work, or fails with ``TimeoutError``.
  @_disfavoredOverload
  public static func timeout<Work: FutureProtocol>(
    _ limit: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) () async throws -> Work
  ) -> Future {
    Future<Work.Value, any Error>
      .timeout(limit, clock: clock, on: .inline, cancellation: token) { .following(erasing: body) }
      .asVoid()
  }
}
