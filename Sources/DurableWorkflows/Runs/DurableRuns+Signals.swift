public import Foundation

extension DurableRuns {
  /// Sends a signal to a run, for ``WaitForSignal``.
  ///
  /// The signal is stored if the run does not wait for it yet. A run accepts one signal of each
  /// name, until you withdraw it. To send a signal to a run that does not exist yet, pass it to
  /// `submit(_:id:input:)`.
  ///
  /// - Parameters:
  ///   - value: The value to send.
  ///   - signal: The signal.
  ///   - run: The identifier of the run.
  /// - Returns: Whether the store kept the signal, and if not, why.
  /// - Throws: ``UndeclaredSignal`` if the workflow of the run does not wait for the signal,
  ///   ``UnreadableSignal`` if it waits for one of another type, ``OutputTooLarge`` for the value,
  ///   and errors from the codec and the store.
  @discardableResult
  public func send<Value>(
    _ value: Value,
    to signal: Signal<Value>,
    of run: String
  ) async throws -> SignalDelivery {
    try await send(encoded: settings.codec.encode(value), to: signal.name, of: run)
  }

  /// Sends an encoded signal to a run, as a tool does that does not know the type.
  ///
  /// The value is checked if the workflow of the run is registered here. Otherwise, only the name
  /// is.
  ///
  /// - Parameters:
  ///   - data: The value, as the codec encodes it.
  ///   - signal: The name of the signal.
  ///   - run: The identifier of the run.
  /// - Returns: Whether the store kept the signal, and if not, why.
  /// - Throws: The errors of ``send(_:to:of:)``.
  @discardableResult
  public func send(
    encoded data: Data,
    to signal: String,
    of run: String
  ) async throws -> SignalDelivery {
    try settings.requireSmall(data, signal)
    guard let row = try await settings.store.load(run) else { return .unknown }
    if case .ended = row.state { return .ended }
    try settings.check(data, signal, of: run, row)
    let delivery = try await settings.store.send(data, to: signal, of: run)
    if delivery == .kept { look(for: run) }
    return delivery
  }

  /// Withdraws a signal that a run has not read, so that you can send another one of its name.
  ///
  /// If the run was set aside because it could not read the signal, send the right one and call
  /// ``reopen(_:)``.
  ///
  /// - Parameters:
  ///   - signal: The name of the signal.
  ///   - run: The identifier of the run.
  /// - Returns: Whether the signal was withdrawn, and if not, why. While a process works on the
  ///   run, it counts as read.
  /// - Throws: An error from the store.
  @discardableResult
  public func withdraw(_ signal: String, of run: String) async throws -> SignalWithdrawal {
    try await settings.store.withdraw(signal, of: run)
  }

  /// Returns the encoded signals of a submission.
  func encoded(
    _ signals: [SignalValue],
    for run: String,
    of definition: WorkflowVersion
  ) throws -> [String: Data] {
    if signals.isEmpty { return [:] }
    let row = RunStorage.Row(
      workflow: definition.workflow,
      version: definition.version,
      input: Data(),
      at: 0
    )
    var encoded: [String: Data] = [:]
    // Of several with one name, the first one stays.
    for signal in signals where encoded[signal.name] == nil {
      let data = try signal.encode(settings.codec)
      try settings.requireSmall(data, signal.name)
      try settings.check(data, signal.name, of: run, row)
      encoded[signal.name] = data
    }
    return encoded
  }

  /// Sends the signals of a submission to the run that was submitted before.
  func sendSignals(of submission: RunSubmission) async throws {
    for (signal, data) in submission.signals.sorted(by: { $0.key < $1.key }) {
      let delivery = try await settings.store.send(data, to: signal, of: submission.id)
      if delivery == .kept { look(for: submission.id) }
    }
  }
}
