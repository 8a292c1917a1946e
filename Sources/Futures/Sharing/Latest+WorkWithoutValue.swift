extension Latest where Value == Void {
  /// Starts work whose value does not matter, and cancels the work that was started before.
  ///
  /// ```swift
  /// search.start { results(of: text).onSuccess { hits in show(hits) } }
  /// ```
  ///
  /// Otherwise the same as `start` with a closure that returns a future without a value.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, the work is cancelled; by default, the token of the current scope.
  ///   - body: Starts the work. Runs where it is written.
  /// - Returns: A future that ends with the work.
  @discardableResult
  public func start<Work: FutureProtocol>(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) () async throws(Failure) -> Work
  ) -> Future<Void, Failure> where Work.Failure == Failure {
    begin(on: ExecutionContext(isolation: body.isolation), cancellation: token) { _ in
      Future<Work.Value, Failure>.started(by: body).asVoid()
    }
  }

  /// Starts work whose value does not matter after a pause, unless other work is started in the
  /// meantime.
  ///
  /// Otherwise the same as `debounce` with a closure that returns a future without a value.
  ///
  /// - Parameters:
  ///   - pause: How long to wait before the work starts.
  ///   - clock: The clock for the pause.
  ///   - token: Once cancelled, the work is cancelled; by default, the token of the current scope.
  ///   - body: Starts the work. Runs where it is written.
  /// - Returns: A future that ends with the work.
  @discardableResult
  public func debounce<Work: FutureProtocol>(
    _ pause: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) () async throws(Failure) -> Work
  ) -> Future<Void, Failure> where Work.Failure == Failure {
    begin(
      after: (pause, clock),
      on: ExecutionContext(isolation: body.isolation),
      cancellation: token
    ) { _ in
      Future<Work.Value, Failure>.started(by: body).asVoid()
    }
  }

  /// Starts work whose value does not matter after a pause, unless other work is started or the
  /// owner of the closure is released in the meantime.
  ///
  /// Otherwise the same as `debounce` with an owner and a closure that returns a future without a
  /// value.
  ///
  /// - Parameters:
  ///   - pause: How long to wait before the work starts.
  ///   - owner: The object that the closure belongs to. It is held weakly during the pause.
  ///   - clock: The clock for the pause.
  ///   - token: Once cancelled, the work is cancelled; by default, the token of the current scope.
  ///   - body: Starts the work. Runs where it is written.
  /// - Returns: A future that ends with the work.
  @discardableResult
  public func debounce<Owner: AnyObject & Sendable, Work: FutureProtocol>(
    _ pause: Duration,
    for owner: Owner,
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) (_ owner: Owner) async throws(Failure) -> Work
  ) -> Future<Void, Failure> where Work.Failure == Failure {
    let context = ExecutionContext(isolation: body.isolation)
    return begin(after: (pause, clock), on: context, cancellation: token) { [weak owner] _ in
      guard let owner else { return Future(cell: .cancelled(as: Failure.self)) }
      return Future<Work.Value, Failure>
        .started { () async throws(Failure) in try await body(owner) }
        .asVoid()
    }
  }
}

// Work that fails with errors of another type would count as a closure that returns nothing, too.
extension Latest where Value == Void, Failure == any Error {
  /// Starts work that may fail with errors of any type, and whose value does not matter.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, the work and the result are cancelled; by default, that of the
  ///     current scope.
  ///   - body: Starts the work, or throws. Runs where it is written.
  /// - Returns: A future that succeeds with the work.
  @discardableResult
  public func start<Work: FutureProtocol>(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) () throws -> Work
  ) -> Future<Void, any Error> {
    begin(on: ExecutionContext(isolation: body.isolation), cancellation: token) { _ in
      Future<Work.Value, any Error>.started(erasing: { try await body() }).asVoid()
    }
  }

  /// Starts work that may fail with errors of any type, and whose value does not matter, after a
  /// pause without another start.
  ///
  /// - Parameters:
  ///   - pause: How long to wait for another start.
  ///   - clock: The clock that measures the pause.
  ///   - token: Once cancelled, the work and the result are cancelled; by default, that of the
  ///     current scope.
  ///   - body: Starts the work, or throws. Runs where it is written.
  /// - Returns: A future that succeeds with the work.
  @discardableResult
  public func debounce<Work: FutureProtocol>(
    _ pause: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) () throws -> Work
  ) -> Future<Void, any Error> {
    let context = ExecutionContext(isolation: body.isolation)
    return begin(after: (pause, clock), on: context, cancellation: token) { _ in
      Future<Work.Value, any Error>.started(erasing: { try await body() }).asVoid()
    }
  }

  /// Starts work that may fail with errors of any type, and whose value does not matter, after a
  /// pause without another start, unless the owner has been released.
  ///
  /// - Parameters:
  ///   - pause: How long to wait for another start.
  ///   - owner: Held weakly; once it is gone, the work does not start.
  ///   - clock: The clock that measures the pause.
  ///   - token: Once cancelled, the work and the result are cancelled; by default, that of the
  ///     current scope.
  ///   - body: Starts the work with the owner, or throws. Runs where it is written.
  /// - Returns: A future that succeeds with the work.
  @discardableResult
  public func debounce<Owner: AnyObject & Sendable, Work: FutureProtocol>(
    _ pause: Duration,
    for owner: Owner,
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) (_ owner: Owner) throws -> Work
  ) -> Future<Void, any Error> {
    let context = ExecutionContext(isolation: body.isolation)
    return begin(after: (pause, clock), on: context, cancellation: token) { [weak owner] _ in
      guard let owner else {
        return Future<Void, any Error>(cell: .cancelled(as: (any Error).self))
      }
      return Future<Work.Value, any Error>
        .started(erasing: { try await body(owner) })
        .asVoid()
    }
  }
}
