/// Work that calls several closures of the client and ends with its result.
protocol Governed: AnyObject, Sendable {
  /// Stops starting work and releases the closures. May be called at any time, and repeatedly.
  func stop()
}

extension Cell {
  /// Ties the lifetime of work to this result.
  ///
  /// The work is stopped when the result settles, for any reason, and when the token of an
  /// invalidation context is invalidated. The result is cancelled when `token` is.
  ///
  /// - Parameters:
  ///   - work: The work, which is held weakly.
  ///   - context: Where the closures run.
  ///   - token: Cancels the result.
  ///   - failure: The error type of the result.
  func govern<Failure: Error>(
    _ work: some Governed,
    on context: ExecutionContext = .inline,
    cancellation token: CancellationToken = .never,
    as failure: Failure.Type
  ) {
    let stop: @Sendable () -> Void = { [weak work] in work?.stop() }
    whenSettled(stop)
    tie(to: token, as: failure)
    if let invalidation = context.invalidation {
      hold(Ties(invalidation.register(stop), of: invalidation))
    }
  }

  /// Cancels this result once `token` is cancelled.
  func tie<Failure: Error>(to token: CancellationToken, as failure: Failure.Type) {
    guard let core = token.core else { return }
    let weakSelf = Weak(self)
    hold(Ties(core.register { weakSelf.object?.settleCancelled(as: failure) }, of: core))
  }
}
