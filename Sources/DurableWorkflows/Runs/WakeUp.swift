internal import Dispatch
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
  ///   - queue: The queue that sets the timer if it measures the time of the clock.
  func pause(
    for duration: Duration?,
    clock: any Clock<Duration>,
    on queue: RenewalQueue? = nil
  ) async {
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
    let cancelTimer = start(after: duration, clock, queue) { promise.succeed() }
    defer { cancelTimer() }
    await promise.future.value
    // A wake-up that arrives after the time has passed is for the next pause.
    state.withLock { $0.waiter = nil }
  }

  /// - Returns: A closure that cancels the timer.
  private func start(
    after duration: Duration?,
    _ clock: any Clock<Duration>,
    _ queue: RenewalQueue?,
    _ job: @escaping @Sendable () -> Void
  ) -> () -> Void {
    guard let duration else { return {} }
    if let queue, queue.measures(clock) {
      let timer = queue.start(after: duration, job)
      return { timer.cancel() }
    }
    let timer = CancellationSource()
    Future<Void, any Error>.after(duration, clock: clock, cancellation: timer.token)
      .onSuccess(on: .inline) { job() }
    return { timer.cancel() }
  }
}
