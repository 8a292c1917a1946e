public import Foundation

extension DurableRuns {
  /// Sends a signal to a run, for ``WaitForSignal``.
  ///
  /// The signal is stored if the run does not wait for it yet. A run accepts one signal of each
  /// name, until you withdraw it, and any number of values of a signal that queues. To send a
  /// signal to a run that does not exist yet, pass it to `submit(_:id:input:)`.
  ///
  /// - Parameters:
  ///   - value: The value to send.
  ///   - signal: The signal.
  ///   - run: The identifier of the run.
  ///   - key: Identifies a value of a signal that queues, such as the identifier of a delivery that
  ///     may be repeated: the run keeps the first value of a key. `nil` for a value of its own. It
  ///     has at most 1,000 bytes in UTF-8.
  /// - Returns: Whether the store kept the signal, and if not, why.
  /// - Throws: ``UndeclaredSignal`` if the workflow of the run does not wait for the signal,
  ///   ``UnreadableSignal`` if it waits for one of another type, ``OutputTooLarge`` for the value,
  ///   and errors from the codec and the store.
  @discardableResult
  public func send<Value>(
    _ value: Value,
    to signal: Signal<Value>,
    of run: String,
    key: String? = nil
  ) async throws -> SignalDelivery {
    try NameTooLong.check(key, of: "key of a signal")
    let data = try settings.codec.encode(value)
    return try await send(data, key: key, to: signal.name, of: run, queues: signal.queues)
  }

  /// Sends an encoded signal to a run, as a tool does that does not know the type.
  ///
  /// The value is checked if the workflow of the run is registered here. Otherwise, only the name
  /// is. If the run waits for a signal of this name that queues, or has one, the value is added to
  /// them.
  ///
  /// - Parameters:
  ///   - data: The value, as the codec encodes it.
  ///   - signal: The name of the signal.
  ///   - run: The identifier of the run.
  /// - Returns: Whether the store kept the signal, and if not, why.
  /// - Throws: The errors of ``send(_:to:of:key:)``.
  @discardableResult
  public func send(
    encoded data: Data,
    to signal: String,
    of run: String
  ) async throws -> SignalDelivery {
    try await send(data, key: nil, to: signal, of: run, queues: nil)
  }

  /// Sends a signal, which queues if the run says so in case it is not known.
  private func send(
    _ data: Data,
    key: String?,
    to signal: String,
    of run: String,
    queues: Bool?
  ) async throws -> SignalDelivery {
    try settings.requireSmall(data, signal)
    guard let row = try await settings.store.load(run) else { return .unknown }
    if case .ended = row.state { return .ended }
    try settings.check(data, signal, of: run, row)
    let delivery: SignalDelivery
    if queues ?? row.hasQueue(signal) {
      let value = QueuedValue(data, key: key ?? UUID().uuidString)
      delivery = try await settings.store.send(value, toQueue: signal, of: run, row)
    } else {
      delivery = try await settings.store.send(data, to: signal, of: run)
    }
    if delivery == .kept { look(for: run) }
    return delivery
  }

  /// Withdraws a signal that a run has not read, so that you can send another one of its name.
  ///
  /// If the run was set aside because it could not read the signal, send the right one and call
  /// ``reopen(_:)``. Of a signal that queues, the value that the run would read next is withdrawn.
  ///
  /// - Parameters:
  ///   - signal: The name of the signal.
  ///   - run: The identifier of the run.
  /// - Returns: Whether the signal was withdrawn, and if not, why. While a process works on the
  ///   run, it counts as read.
  /// - Throws: An error from the store.
  @discardableResult
  public func withdraw(_ signal: String, of run: String) async throws -> SignalWithdrawal {
    guard let row = try await settings.store.load(run), row.hasQueue(signal) else {
      return try await settings.store.withdraw(signal, of: run)
    }
    if case .ended = row.state { return .ended }
    guard let number = SignalQueue(of: signal, in: row).next else { return .absent }
    if number == 0 { return try await settings.store.withdraw(signal, of: run) }
    let name = QueuedName(signal, number).stored
    let withdrawal = try await settings.store.withdraw(name, of: run)
    if withdrawal == .withdrawn {
      _ = try await settings.store.send(QueuedValue.withdrawn, to: name, of: run)
    }
    return withdrawal
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
    var numbers: [String: Int] = [:]
    for signal in signals {
      let data = try signal.encode(settings.codec)
      try settings.requireSmall(data, signal.name)
      try settings.check(data, signal.name, of: run, row)
      if signal.queues {
        numbers[signal.name, default: 0] += 1
        let name = QueuedName(signal.name, numbers[signal.name] ?? 1).stored
        encoded[name] = QueuedValue(data, key: UUID().uuidString).stored
      } else if encoded[signal.name] == nil {
        // Of several with one name, the first one stays.
        encoded[signal.name] = data
      }
    }
    return encoded
  }

  /// Sends the signals of a submission to the run that was submitted before.
  func sendSignals(of submission: RunSubmission) async throws {
    let queued = submission.signals.compactMap { name, data in
      QueuedName(stored: name).flatMap { name in QueuedValue(stored: data).map { (name, $0) } }
    }
    for (name, value) in queued.sorted(by: { $0.0.number < $1.0.number }) {
      guard let row = try await settings.store.load(submission.id) else { return }
      let store = settings.store
      let delivery = try await store.send(value, toQueue: name.signal, of: submission.id, row)
      if delivery == .kept { look(for: submission.id) }
    }
    for (signal, data) in submission.signals.sorted(by: { $0.key < $1.key })
    where QueuedName(stored: signal) == nil {
      let delivery = try await settings.store.send(data, to: signal, of: submission.id)
      if delivery == .kept { look(for: submission.id) }
    }
  }
}
