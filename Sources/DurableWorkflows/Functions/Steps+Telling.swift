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
    return try await function.step(call) { _ in
      try await session.send(data, to: signal.name, of: run)
    }
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
