public import Foundation
internal import Futures
internal import Workflows

extension Steps {
  /// Waits, for as long as it takes.
  ///
  /// A durable run that waits is parked: it uses no task and no memory, and the function is called
  /// again at the due time or later, in any process that works on the store. The store measures the
  /// time.
  ///
  /// - Parameters:
  ///   - duration: The duration; zero or less does not wait.
  ///   - name: The name of the wait.
  ///   - key: The key of the call, if several tasks call this name.
  ///   - clock: The clock of a run without a store.
  /// - Throws: `CancellationError` if the call or the run has to stop, and when the run is parked.
  public nonisolated(nonsending) func wait(
    for duration: Duration,
    name: String = "wait",
    key: String? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws {
    try await wait(name, key, clock, .after(duration))
  }

  /// Waits until a date.
  ///
  /// - Parameters:
  ///   - date: The date; a date in the past does not wait.
  ///   - name: The name of the wait.
  ///   - key: The key of the call, if several tasks call this name.
  ///   - clock: The clock with which a run without a store waits for the remaining time.
  /// - Throws: `CancellationError` if the call or the run has to stop, and when the run is parked.
  public nonisolated(nonsending) func wait(
    until date: Date,
    name: String = "wait",
    key: String? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws {
    try await wait(name, key, clock, .at(date))
  }

  private nonisolated(nonsending) func wait(
    _ name: String,
    _ key: String?,
    _ clock: any Clock<Duration>,
    _ end: Wait.End
  ) async throws {
    let place = try function.enter(name, key: key)
    defer { function.leave(place) }
    if let session = function.session {
      try await function.wait(at: place, in: session, until: end)
    } else {
      try await end.reached(on: clock, in: function.context)
    }
  }

  /// Waits for a signal, which may have arrived before.
  ///
  /// A durable run that waits is parked. A run takes one signal of a name, for all its waits, and
  /// one value for each wait if the signal queues. If it cannot read the value, it is set aside
  /// until you withdraw the signal, send another one, and reopen the run.
  ///
  /// - Parameters:
  ///   - signal: The signal.
  ///   - key: The key of the call, if several tasks wait for this signal.
  /// - Returns: The value that was sent.
  /// - Throws: `CancellationError` if the call or the run has to stop, and when the run is parked.
  public nonisolated(nonsending) func signal<Value>(
    _ signal: Signal<Value>,
    key: String? = nil
  ) async throws -> Value {
    guard let value = try await value(of: signal, key, within: nil, ContinuousClock()) else {
      throw CancellationError()
    }
    return value
  }

  /// Waits for a signal, but no longer than a time.
  ///
  /// The store stamps both the signal and the end of the time, so every process agrees on which of
  /// them came first.
  ///
  /// - Parameters:
  ///   - signal: The signal.
  ///   - limit: The maximum time to wait.
  ///   - key: The key of the call, if several tasks wait for this signal.
  ///   - clock: The clock of a run without a store.
  /// - Returns: The value that was sent; `nil` if the time has passed.
  /// - Throws: `CancellationError` if the call or the run has to stop, and when the run is parked.
  public nonisolated(nonsending) func signal<Value>(
    _ signal: Signal<Value>,
    within limit: Duration,
    key: String? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws -> Value? {
    try await value(of: signal, key, within: limit, clock)
  }

  private nonisolated(nonsending) func value<Value>(
    of signal: Signal<Value>,
    _ key: String?,
    within limit: Duration?,
    _ clock: any Clock<Duration>
  ) async throws -> Value? {
    let place = try function.enter(signal.name, key: key)
    defer { function.leave(place) }
    if let session = function.session {
      return try await function.value(of: signal, at: place, in: session, within: limit)
    }
    return try await function.context.value(of: signal, within: limit, clock)
  }
}

extension Steps {
  /// The identifier of the run.
  public var id: String { function.context.runIdentifier }

  /// The time, the same in every execution.
  ///
  /// It is read from the clock of the store and recorded, as a step named `now`. Use it instead of
  /// `Date()` in a decision of the function.
  public var now: Date {
    get async throws {
      let call = FunctionCall<Date>("now", .codable)
      return try await function.step(call) { [session = function.session] _ in
        guard let session else { return .now }
        return Date(timeIntervalSince1970: Double(session.store.date(at: session.now)) / 1000)
      }
    }
  }

  /// Returns random numbers that are the same in every execution of a run, and differ between runs.
  ///
  /// - Parameter name: A name; numbers under another one differ.
  /// - Returns: The generator.
  public func random(_ name: String) -> some RandomNumberGenerator & Sendable {
    RandomNumbers(of: function.call(at: function.place.appending(name)).idempotencyKey)
  }
}

/// Numbers that follow from a text: SplitMix64, which begins with the FNV-1a hash of the text.
private struct RandomNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(of text: String) {
    state = text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
