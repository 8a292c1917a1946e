public import Workflows

extension WorkflowRun {
  /// Sends a signal to a run without a store, in which ``WaitForSignal`` waits for it, or will.
  ///
  /// - Parameters:
  ///   - value: What to send.
  ///   - signal: The signal.
  /// - Returns: Whether it is the first of its name; others are dropped.
  @discardableResult
  public func send<Value>(_ value: Value, to signal: Signal<Value>) -> Bool {
    signals.send(value, to: signal.name)
  }
}
