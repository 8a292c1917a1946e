public import Workflows

extension WorkflowRun {
  /// Sends a signal to a run without a store, for a current or later ``WaitForSignal``.
  ///
  /// - Parameters:
  ///   - value: The value to send.
  ///   - signal: The signal.
  /// - Returns: Whether the signal queues, or is the first of its name. Later ones are dropped.
  @discardableResult
  public func send<Value>(_ value: Value, to signal: Signal<Value>) -> Bool {
    if !signal.queues { return signals.send(value, to: signal.name) }
    signals.send(value, toQueue: signal.name)
    return true
  }
}
