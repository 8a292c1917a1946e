internal import Foundation
internal import Futures
internal import Workflows

// What functions do with their run and with other runs.

extension RunSession {
  /// Sends a value of a signal that queues to a run, once, even if the operation is repeated.
  func send(_ value: QueuedValue, toQueue signal: String, of run: String) async throws
    -> SignalDelivery
  {
    try runs.requireSmall(value.value, signal)
    guard let row = try await ask({ try await $0.load(run) }) else { return .unknown }
    if row.hasValue(of: value.key, in: signal) { return .kept }
    if case .ended = row.state { return .ended }
    try runs.check(value.value, signal, of: run, row)
    let delivery = try await ask { try await $0.send(value, toQueue: signal, of: run, row) }
    if delivery == .kept { onSend(run) }
    return delivery
  }

  /// Sends a signal to a run, once, even if the operation is repeated.
  func send(_ data: Data, to signal: String, of run: String) async throws -> SignalDelivery {
    try runs.requireSmall(data, signal)
    guard let row = try await ask({ try await $0.load(run) }) else { return .unknown }
    // An earlier process has sent it, and has not recorded that.
    if row.signals[signal]?.value == data { return .kept }
    if case .ended = row.state { return .ended }
    try runs.check(data, signal, of: run, row)
    let delivery = try await ask { try await $0.send(data, to: signal, of: run) }
    if delivery == .kept { onSend(run) }
    if delivery != .taken { return delivery }
    // The answer to the first attempt may have been lost.
    let now = try await ask { try await $0.load(run) }
    return now?.signals[signal]?.value == data ? .kept : .taken
  }

  /// Notes how much of a function is done, with the next write.
  func report(_ fraction: Double, of function: RecordPath) {
    if fraction.isNaN { return }
    let place = function.placeOfProgress
    let done = Int(min(max(fraction, 0), 1) * RecordedFraction.whole)
    state.withLock { state in
      if done <= state.row.attempts[place]?.failed ?? 0 { return }
      append(.attempt(place, failed: done, pause: 0), &state)
    }
  }

  /// Says something of the run, with its next write.
  func tag(_ name: String, _ value: String?) {
    state.withLock { state in
      if state.row.tags[name] == value { return }
      append(.tag(name, value), &state)
    }
  }

  /// The number of records of the run.
  var recordCount: Int { state.withLock { $0.row.records.count } }

  /// Begins the run anew with another input, and leaves it.
  func restart(with input: Data) async throws {
    if isReplay { noteEndOfRecords() }
    let isLeft = state.withLock { state in
      if state.departure != nil || state.isLeaving { return true }
      let round = Data("\(state.row.round + 1)".utf8)
      let readings = state.row.readingsToKeep(Data())
      append(.restart, &state)
      for reading in readings { append(reading, &state) }
      append(.record(.round, round, isCompensated: false), &state)
      append(.record(.input, input, isCompensated: false), &state)
      return false
    }
    if isLeft { throw CancellationError() }
    _ = await commit([], .park(Wake(pause: 0)))
  }
}
