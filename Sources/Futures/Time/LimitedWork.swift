// Time limits for work that a closure starts. Unlike those for a future that exists, they stop the
// work.

extension Future {
  /// Starts work with a time limit, in a scope of its own.
  ///
  /// The scope ends with the result: when the work has settled, when the time is up, and when the
  /// result is cancelled.
  ///
  /// - Parameters:
  ///   - limit: How long the work may take. Zero or less times out as soon as the clock allows.
  ///   - clock: The clock to measure the time with.
  ///   - token: Cancels the result.
  ///   - error: The error when the time is up. Evaluated then.
  ///   - body: Starts the work. Called at once, by the caller.
  /// - Returns: A future of the outcome.
  package static func limited(
    to limit: Duration,
    clock: any Clock<Duration>,
    cancellation token: CancellationToken = .current,
    orFail error: @escaping @Sendable @autoclosure () -> Failure,
    _ body: @escaping @Sendable () -> Future
  ) -> Future {
    Contest.hold(cancellation: token) { contest, result in
      let timer = startTimer(after: limit, clock: clock) {
        result.finish(failing: error(), as: Failure.self)
      }
      if let timer { result.whenSettled { timer.cancel() } }
      contest.start(0, for: result, body)
    }
  }

  /// Calls a closure that starts tasks for a result, unless the current scope has been cancelled,
  /// and waits for the result, which is cancelled with the current task.
  ///
  /// - Parameter start: Returns the scopes of the tasks, whose priority rises with that of the
  ///   current task.
  /// - Returns: The value of the result.
  /// - Throws: The error of the result.
  @inlinable
  nonisolated(nonsending) static func valueOfTasks(
    _ start: (_ result: Cell) -> [CancellationCore]
  ) async throws(Failure) -> Value {
    let future = Future(cell: PromiseCell())
    let heeded = CancellationToken.current.heeded(by: Failure.self)
    if !future.cell.isCancelled(before: heeded, as: Failure.self) {
      await start(future.cell).escalating {
        await future.cell.wait { future.cancelIfPossible() }
      }
    }
    return try await future.valueOrCancel()
  }
}

extension CancellationCore {
  /// Calls a closure when the time is up, unless this scope has ended before.
  @usableFromInline
  func end(
    after limit: Duration,
    _ clock: any Clock<Duration>,
    _ late: @escaping @Sendable () -> Void
  ) {
    if let timer = startTimer(after: limit, clock: clock, late) { hold(timer) }
  }
}
