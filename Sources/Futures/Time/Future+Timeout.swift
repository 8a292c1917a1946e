extension Future {
  /// Fails if this future has not settled in time.
  ///
  /// Only the wait ends: the future existed before, so this cannot stop its work. To start work and
  /// stop it when the time is up, use ``withTimeout(_:clock:_:)-8lgyx``. The timer is removed when
  /// the future settles first, and when the current scope ends.
  ///
  /// ![The limits end the waits, with a failure or with a value; the page comes later.](timeout)
  ///
  /// - Parameters:
  ///   - limit: How long to wait, counted from this call. Zero or less times out as soon as the
  ///     clock allows.
  ///   - clock: The clock to wait on. A timeout settles the new future on the thread the clock
  ///     calls back on.
  ///   - cancelsLateFuture: Whether to call `cancel()` on this future when it is late, if its error
  ///     type can hold cancellation. Other observers are cancelled too. The effect is that of
  ///     `cancel()`: the head of a chain continues.
  ///   - error: The error after a timeout; evaluated only then.
  /// - Returns: A future with the same outcome, or with `error`.
  public func timeout(
    _ limit: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    cancelsLateFuture: Bool = false,
    orFail error: @escaping @Sendable @autoclosure () -> Failure
  ) -> Future {
    limited(limit, clock, cancelsLateFuture) { $0.finish(failing: error(), as: Failure.self) }
  }

  /// Succeeds with a value of your choice if this future has not settled in time.
  ///
  /// Only the wait ends: the future existed before, so this cannot stop its work. The timer is
  /// removed when the future settles first, and when the current scope ends.
  ///
  /// - Parameters:
  ///   - limit: How long to wait, counted from this call. Zero or less times out as soon as the
  ///     clock allows.
  ///   - clock: The clock to wait on. A timeout settles the new future on the thread the clock
  ///     calls back on.
  ///   - cancelsLateFuture: Whether to call `cancel()` on this future when it is late, if its error
  ///     type can hold cancellation.
  ///   - value: The value after a timeout; evaluated only then.
  /// - Returns: A future with the same outcome, or with `value`.
  public func timeout(
    _ limit: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    cancelsLateFuture: Bool = false,
    orSucceed value: @escaping @Sendable @autoclosure () -> Value
  ) -> Future {
    limited(limit, clock, cancelsLateFuture) { $0.finish(value()) }
  }

  /// Calls a closure with the new future, which settles it, if this one has not settled in time.
  private func limited(
    _ limit: Duration,
    _ clock: any Clock<Duration>,
    _ cancelsLateFuture: Bool,
    orElse settle: @escaping @Sendable (Cell) -> Void
  ) -> Future {
    if cell.isSettled && !cell.isAbandoned { return self }
    let timed = Cell.undecided()
    let observation = Observation(of: cell) { source, _ in
      if source.isAbandoned { return .none }
      ThreadState.run(timed, timed.forward(from: source, failure: Failure.self))
      return .none
    }
    let late = cancelsLateFuture ? cell : nil
    let timer = startTimer(after: limit, clock: clock) {
      settle(timed)
      late?.cancelIfPossible(as: Failure.self)
    }
    timed.whenSettled {
      timer?.cancel()
      observation.end()
    }
    timed.tie(to: CancellationToken.current.heeded(by: Failure.self), as: Failure.self)
    return Future(cell: timed)
  }
}

extension Future where Failure == any Error {
  /// Fails with ``TimeoutError`` if this future has not settled in time.
  ///
  /// Only the wait ends: the future existed before, so this cannot stop its work. To start work and
  /// stop it when the time is up, use ``withTimeout(_:clock:_:)-8lgyx``. The timer is removed when
  /// the future settles first, and when the current scope ends.
  ///
  /// - Parameters:
  ///   - limit: How long to wait, counted from this call. Zero or less times out as soon as the
  ///     clock allows.
  ///   - clock: The clock to wait on. A timeout settles the new future on the thread the clock
  ///     calls back on.
  ///   - cancelsLateFuture: Whether to call `cancel()` on this future when it is late. Other
  ///     observers are cancelled too. The effect is that of `cancel()`: the head of a chain
  ///     continues.
  /// - Returns: A future with the same outcome, or with ``TimeoutError``.
  public func timeout(
    _ limit: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    cancelsLateFuture: Bool = false
  ) -> Future {
    timeout(
      limit,
      clock: clock,
      cancelsLateFuture: cancelsLateFuture,
      orFail: TimeoutError(limit: limit)
    )
  }
}
