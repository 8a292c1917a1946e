internal import Futures
internal import Workflows

extension Steps {
  /// Sends a signal to another durable run, once, and records that.
  ///
  /// If the process ends before that is recorded, the next one finds that the signal was sent.
  ///
  /// - Parameters:
  ///   - value: The value to send.
  ///   - signal: The signal.
  ///   - run: The identifier of the other run.
  ///   - key: The key of the call, if several tasks send this signal.
  /// - Returns: Whether the other run has the value, and if not, why.
  /// - Throws: ``StepFailed`` if the workflow of the other run does not wait for the signal, or for
  ///   one of another type; `CancellationError` if the call or the run has to stop.
  @discardableResult
  public nonisolated(nonsending) func send<Value>(
    _ value: Value,
    to signal: Signal<Value>,
    of run: String,
    key: String? = nil
  ) async throws -> SignalDelivery {
    let call = FunctionCall<SignalDelivery>("send \(signal.name)", .codable, key: key)
    guard let session = function.session else {
      throw function.refused(call.name, .withoutStore)
    }
    let data = try session.encode(value)
    return try await function.step(call) { step in
      if signal.queues {
        let value = QueuedValue(data, key: step.idempotencyKey)
        return try await session.send(value, toQueue: signal.name, of: run)
      }
      return try await session.send(data, to: signal.name, of: run)
    }
  }

  /// Says something of the run that others can read, wait for, and find it by.
  ///
  /// Others see it before the next step begins, and at the latest when the run waits or ends:
  /// in ``RunDetails/tags``, as ``DurableRunEvent/tagged(_:_:)``, and in lists by
  /// ``RunQuery/tags``. A call does nothing while the function is told what is recorded, and in a
  /// run without a store. Tags are no place for secrets: tools show them.
  ///
  /// - Parameters:
  ///   - name: The name of the tag, at most 400 bytes in UTF-8.
  ///   - value: What it says, at most 400 bytes in UTF-8; `nil` to take it back.
  /// - Throws: ``NameTooLong``.
  public func tag(_ name: String, _ value: String?) throws {
    try NameTooLong.check(tag: name, value)
    if function.isUndoing || function.hasUnreadRecords { return }
    function.session?.tag(name, value)
  }

  /// Reports the fraction of the function that is done.
  ///
  /// The progress of the run, or the share of the function in it, does not decrease until the run
  /// continues as new. Other processes see it with the next write of the run; see
  /// ``DurableRun/fractionCompleted``.
  ///
  /// - Parameter fraction: The fraction, clamped to the range from 0 to 1. A value that is not a
  ///   number is ignored.
  public func report(_ fraction: Double) {
    if function.isUndoing { return }
    function.context.report(fraction)
    function.session?.report(fraction, of: function.place)
  }
}
