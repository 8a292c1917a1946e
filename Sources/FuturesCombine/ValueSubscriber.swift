#if canImport(Combine) || OpenCombine
#if canImport(Combine)
internal import Combine
#else
internal import OpenCombine
#endif
internal import Futures

/// A subscriber that completes a promise with the first value of a publisher.
///
/// Anything that a publisher sends after its end is ignored, and a second subscription is
/// cancelled.
final class ValueSubscriber<Input: Sendable, Failure: Error>: Subscriber, Sendable {
  private struct State {
    /// The promise; `nil` once it has been removed to be completed or released.
    var promise: Promise<Input, any Error>?
    var subscription: Handoff<any Subscription>?
  }

  private let state: Locked<State>

  init(for promise: Promise<Input, any Error>) {
    state = Locked(State(promise: promise))
  }

  /// Cancels the subscription and releases the promise.
  func end() { withExtendedLifetime(take()) {} }

  func receive(subscription: any Subscription) {
    let handoff = Handoff(subscription)
    let isWanted = state.withLock { state in
      if state.promise == nil || state.subscription != nil { return false }
      state.subscription = handoff
      return true
    }
    if isWanted { subscription.request(.max(1)) } else { subscription.cancel() }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    take()?.succeed(input)
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    let promise = take(cancelling: false)
    switch completion {
    case .finished: promise?.fail(NoSuchElement())
    case .failure(let error): promise?.fail(error)
    }
  }

  /// Removes and returns the promise, and ends the subscription.
  private func take(cancelling: Bool = true) -> Promise<Input, any Error>? {
    let (promise, subscription) = state.withLock { state in
      (state.promise.take(), state.subscription.take())
    }
    if cancelling { subscription?.value.cancel() }
    return promise
  }
}
#endif
