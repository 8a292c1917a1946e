internal import Futures

/// A signal that ends the pause of a worker when there is something to do.
final class WakeUp: Sendable {
  private struct State {
    var isUp = false
    var waiter: Promise<Void, Never>?
  }

  private let state = Locked(State())

  /// Ends the current pause, or else the next one.
  func wake() {
    let waiter = state.withLock { state in
      defer { state.waiter = nil }
      if state.waiter == nil { state.isUp = true }
      return state.waiter
    }
    waiter?.succeed()
  }

  /// Pauses.
  ///
  /// - Parameters:
  ///   - duration: The maximum duration; `nil` for no limit.
  ///   - clock: The clock that measures it.
  func pause(for duration: Duration?, clock: any Clock<Duration>) async {
    let promise = Promise<Void, Never>()
    let isUp = state.withLock { state in
      defer { state.isUp = false }
      if !state.isUp { state.waiter = promise }
      return state.isUp
    }
    if isUp {
      promise.succeed()
      return
    }
    let timer = CancellationSource()
    defer { timer.cancel() }
    if let duration {
      Future<Void, any Error>.after(duration, clock: clock, cancellation: timer.token)
        .on(.inline).onSuccess { promise.succeed() }
    }
    await promise.future.value
    // A wake-up that arrives after the time has passed is for the next pause.
    state.withLock { $0.waiter = nil }
  }
}
