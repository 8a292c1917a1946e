internal import Futures
internal import Workflows

extension StepContext {
  /// Waits for a signal in a run without a store.
  ///
  /// - Returns: The value; `nil` if the time has passed.
  /// - Throws: `CancellationError`, and an error if the value has another type.
  nonisolated(nonsending) func value<Value>(
    of signal: Signal<Value>,
    within limit: Duration?,
    _ clock: any Clock<Duration>
  ) async throws -> Value? {
    let left = limit.map { timeLeft(of: $0, on: clock) }
    do {
      if !signal.queues {
        let value = signals.value(of: signal.name, as: Value.self)
        return try await arrived(value, left, clock)
      }
      while true {
        let next: RunSignals.Next<Value> = try signals.next(ofQueue: signal.name)
        switch next {
        case .value(let value): return value
        case .arrival(let arrival): try await arrived(arrival, left, clock)
        }
      }
    } catch is TimeoutError {
      return nil
    }
  }

  private nonisolated(nonsending) func arrived<Value>(
    _ arrival: Future<Value, any Error>,
    _ left: (() -> Duration)?,
    _ clock: any Clock<Duration>
  ) async throws -> Value {
    let arrival = arrival.map(cancellation: cancellation) { $0 }
    guard let left else { return try await arrival.value }
    return try await arrival.timeout(left(), clock: clock).value
  }
}

/// Returns how much of a time is left, whenever it is called.
private func timeLeft(of limit: Duration, on clock: some Clock<Duration>) -> () -> Duration {
  let end = clock.now.advanced(by: limit)
  return { max(.zero, clock.now.duration(to: end)) }
}
