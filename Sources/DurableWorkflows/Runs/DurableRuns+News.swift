internal import Futures

// What this process learns of runs, whoever works on them.

extension DurableRuns {
  /// Looks for news of a run at once, if this process has it, and for runs that are due.
  func look(for run: String) {
    if work.withLock({ $0.runs[RunIdentity(run)] != nil }) { renewals.wake() }
    claims.wake()
  }

  /// Looks for what another process has changed.
  func follow(_ hint: RunHint) {
    switch hint {
    case .due: claims.wake()
    case .news(let run): look(for: run)
    }
  }

  /// The work of this process on a run; `nil` if it does not have it, or has left it.
  func ownSession(of run: String) -> RunSession? {
    guard let session = work.withLock({ $0.runs[RunIdentity(run)]?.session }) else { return nil }
    return session.isLeft ? nil : session
  }

  /// Looks at a run until something is found: at once, each time this process has written something
  /// of the run or has left it, and at the poll interval.
  ///
  /// - Parameters:
  ///   - run: The identifier of the run.
  ///   - look: Looks, and returns what it has found.
  /// - Returns: What was found.
  /// - Throws: `CancellationError` if the current task is cancelled, and what `look` throws.
  nonisolated(nonsending) func firstNews<News>(
    of run: String,
    _ look: nonisolated(nonsending) () async throws -> News?
  ) async throws -> News {
    while true {
      // From before the look on, so that nothing is missed.
      let (number, news) = work.withLock { $0.listen(to: run) }
      defer { work.withLock { $0.stopListening(to: run, number) }?.succeed() }
      if let found = try await look() { return found }
      try await pause(until: news)
    }
  }

  /// Waits for news of a run, at most for the poll interval.
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
      .onSuccess(on: .inline) { news.succeed() }
    await withTaskCancellationHandler {
      await news.future.value
    } onCancel: {
      news.succeed()
    }
    try Task.checkCancellation()
  }

  /// Tells those who listen that there are news of a run.
  func tellNews(of run: String) {
    for listener in work.withLock({ $0.takeListeners(to: run) }) { listener.succeed() }
  }
}
