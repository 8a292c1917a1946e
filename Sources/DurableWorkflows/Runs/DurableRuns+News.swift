internal import Futures

// How this process learns about runs, whichever process works on them.

extension DurableRuns {
  /// Looks at once for news of a run, if this process has it, and for runs that are due.
  func look(for run: String) {
    if work.withLock({ $0.runs[RunIdentity(run)] != nil }) { renewals.wake() }
    claims.wake()
  }

  /// Looks for the change that a hint announces.
  func follow(_ hint: RunHint) {
    switch hint {
    case .due: claims.wake()
    case .news(let run): look(for: run)
    }
  }

  /// Returns the session of a run in this process; `nil` if this process does not have the run or
  /// has left it.
  func ownSession(of run: String) -> RunSession? {
    guard let session = work.withLock({ $0.runs[RunIdentity(run)]?.session }) else { return nil }
    return session.hasDeparted ? nil : session
  }

  /// Calls a closure until it returns something: at once, each time this process has written to the
  /// run or has left it, and at the poll interval.
  ///
  /// - Parameters:
  ///   - run: The identifier of the run.
  ///   - look: A closure that looks at the run and returns what it finds.
  /// - Returns: What the closure found.
  /// - Throws: `CancellationError` if the current task is cancelled, and what `look` throws.
  nonisolated(nonsending) func firstNews<News>(
    of run: String,
    _ look: nonisolated(nonsending) () async throws -> News?
  ) async throws -> News {
    while true {
      // Listen before looking, so that nothing is missed.
      let (number, news) = work.withLock { $0.listen(to: run) }
      defer { work.withLock { $0.stopListening(to: run, number) }?.succeed() }
      if let found = try await look() { return found }
      try await pause(until: news)
    }
  }

  /// Waits for news of a run, but no longer than the poll interval.
  ///
  /// - Throws: `CancellationError` if the current task is cancelled.
  nonisolated(nonsending) func pauseUntilNews(of run: String) async throws {
    var hasLooked = false
    try await firstNews(of: run) {
      defer { hasLooked = true }
      return hasLooked ? () : nil
    }
  }

  private nonisolated(nonsending) func pause(until news: Promise<Void, Never>) async throws {
    let timer = CancellationSource()
    defer { timer.cancel() }
    Future<Void, any Error>
      .after(settings.options.pollInterval, clock: settings.clock, cancellation: timer.token)
      .on(.inline).onSuccess { news.succeed() }
    await withTaskCancellationHandler {
      await news.future.value
    } onCancel: {
      news.succeed()
    }
    try Task.checkCancellation()
  }

  /// Notifies the listeners of a run that there is news.
  func tellNews(of run: String) {
    for listener in work.withLock({ $0.takeListeners(to: run) }) { listener.succeed() }
  }
}
