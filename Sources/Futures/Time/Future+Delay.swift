extension Future {
  /// Returns a future with the same outcome that settles after a delay.
  ///
  /// Failures are delayed too. Semantics from BrightFutures' `delay`.
  ///
  /// ![A value comes two seconds later, and so does a failure.](delay)
  ///
  /// - Parameters:
  ///   - duration: How long to delay the outcome, counted from the moment this future settles. Zero
  ///     or less still uses the clock.
  ///   - clock: The clock to wait on. The new future settles on the thread the clock calls back on.
  ///   - token: Once cancelled, the new future is cancelled and the timer is removed; by default,
  ///     that of the current scope, which a future that cannot be cancelled ignores.
  /// - Returns: A future with the same outcome.
  public func delay(
    _ duration: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current
  ) -> Future {
    derive(on: .inline, token.heeded(by: Failure.self)) { source, delayed in
      let timer = startTimer(after: duration, clock: clock) {
        ThreadState.run(delayed, delayed.forward(from: source, failure: Failure.self))
      }
      guard let timer else {
        // Stays pending without a report, as no promise was broken.
        delayed.silence()
        delayed.keepUntilCancelled(by: token, as: Failure.self)
        return .none
      }
      delayed.whenSettled { timer.cancel() }
      return .none
    }
  }
}

extension Cell {
  /// Lets a token, which holds futures weakly otherwise, keep one that only it can settle.
  fileprivate func keepUntilCancelled<Failure: Error>(
    by token: CancellationToken,
    as failure: Failure.Type
  ) {
    guard let core = token.heeded(by: failure).core else { return }
    let registration = core.register { self.settleCancelled(as: failure) }
    let weakRegistration = Weak(registration)
    whenSettled { weakRegistration.object?.dispose() }
  }
}

extension Future where Value == Void {
  /// Creates a future that succeeds after a delay.
  ///
  /// - Parameters:
  ///   - duration: How long to wait. Zero or less still uses the clock.
  ///   - clock: The clock to wait on. The future settles on the thread the clock calls back on.
  ///   - token: Once cancelled, the future is cancelled and the timer is removed; by default, that
  ///     of the current scope, which a future that cannot be cancelled ignores.
  /// - Returns: The future.
  public static func after(
    _ duration: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current
  ) -> Future {
    Future(value: ()).delay(duration, clock: clock, cancellation: token)
  }
}
