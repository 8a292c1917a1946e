#if canImport(Combine) || OpenCombine
#if canImport(Combine)
internal import Combine
#else
internal import OpenCombine
#endif
internal import Futures

/// A subscription to the value of a future.
///
/// Only one thread calls the subscriber: the one that removes it from the state, together with the
/// outcome.
final class FutureSubscription<Input: Sendable, Failure: Error>: Subscription, Sendable {
  private typealias Outcome = Result<Input, Failure>
  private typealias Downstream = Handoff<AnySubscriber<Input, Failure>>

  private struct State {
    /// The receiver of the value; `nil` once it has received it, or when the subscription is
    /// cancelled.
    var downstream: Downstream?
    var hasDemand = false
    var outcome: Outcome?

    /// Removes and returns the subscriber if it can receive the outcome.
    mutating func takeIfReady() -> Downstream? {
      switch outcome {
      case nil: return nil
      case .success: if !hasDemand { return nil }
      case .failure: break
      }
      return downstream.take()
    }
  }

  private let state: Locked<State>
  private let source = CancellationSource()

  init<Receiver: Subscriber>(to downstream: Receiver)
  where Receiver.Input == Input, Receiver.Failure == Failure {
    state = Locked(State(downstream: Handoff(AnySubscriber(downstream))))
  }

  func begin(_ start: () -> Futures.Future<Input, Failure>) {
    if source.isCancelled { return }
    let future = source.token.asCurrent { start() }
    future.on(.inline).onComplete(cancellation: source.token) { self.change($0) }
  }

  func request(_ demand: Subscribers.Demand) {
    if demand > .none { change(nil) }
  }

  func cancel() {
    let downstream = state.withLock { $0.downstream.take() }
    source.cancel()
    withExtendedLifetime(downstream) {}
  }

  /// Records an outcome or, without one, demand, and delivers the outcome once the subscriber can
  /// receive it.
  private func change(_ outcome: Outcome?) {
    let (downstream, outcome) = state.withLock { state in
      if let outcome { state.outcome = outcome } else { state.hasDemand = true }
      return (state.takeIfReady(), state.outcome)
    }
    guard let downstream = downstream?.value else { return }
    switch outcome {
    case .success(let value):
      _ = downstream.receive(value)
      if !source.isCancelled { downstream.receive(completion: .finished) }
    case .failure(let error):
      downstream.receive(completion: .failure(error))
    case nil: break
    }
  }
}
#endif
