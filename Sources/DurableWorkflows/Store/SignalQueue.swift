internal import Foundation

/// The values of a signal that queues, as a run has received and taken them.
struct SignalQueue: Sendable {
  /// The numbers of the values that no wait has taken, in order; 0 for one that was sent to the
  /// name of the signal, by a sender that does not know that it queues.
  private(set) var unread: [Int]
  /// The number of the last value.
  private(set) var last: Int
  private let signal: String

  init(of signal: String, in row: RunStorage.Row) {
    self.signal = signal
    let names = row.signals.keys.compactMap(QueuedName.init(stored:)).filter { $0.signal == signal }
    let readings = row.readings(of: signal)
    last = max(names.map(\.number).max() ?? 0, readings.last)
    unread = names.map(\.number).filter { number in
      !readings.contains(number)
        && row.signals[QueuedName(signal, number).stored]?.value != QueuedValue.withdrawn
    }
    if row.signals[signal] != nil && !row.hasRead(signal) && !readings.contains(0) {
      unread.append(0)
    }
    unread.sort()
  }

  /// The name under which a store keeps a value.
  func stored(_ number: Int) -> String {
    number == 0 ? signal : QueuedName(signal, number).stored
  }

  /// The number of the value that the next wait takes; `nil` if there is none.
  var next: Int? { unread.first }

  /// Adds a value that has arrived.
  mutating func insert(_ number: Int, isWithdrawn: Bool) {
    last = max(last, number)
    if isWithdrawn || unread.contains(number) { return }
    unread.insert(number, at: unread.firstIndex { $0 > number } ?? unread.endIndex)
  }

  /// Takes the next value for a wait.
  mutating func takeNext() { unread.removeFirst() }
}

extension RunStorage {
  /// Sends a value of a signal that queues to a run.
  ///
  /// - Parameters:
  ///   - value: The value, with the key of its sender.
  ///   - signal: The name of the signal.
  ///   - run: The identifier of the run.
  ///   - row: The state of the run when it was loaded last.
  /// - Returns: Whether the store kept the value, now or before, and if not, why.
  /// - Throws: An error from the store.
  func send(
    _ value: QueuedValue,
    toQueue signal: String,
    of run: String,
    _ row: Row
  ) async throws -> SignalDelivery {
    var row = row
    while true {
      if row.hasValue(of: value.key, in: signal) { return .kept }
      let next = QueuedName(signal, SignalQueue(of: signal, in: row).last + 1)
      let delivery = try await send(value.stored, to: next.stored, of: run)
      if delivery != .taken { return delivery }
      // Another sender was faster.
      guard let now = try await load(run) else { return .unknown }
      row = now
    }
  }
}
