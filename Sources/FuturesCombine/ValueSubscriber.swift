#if canImport(Combine) || OpenCombine
#if canImport(Combine)
internal import Combine
#else
internal import OpenCombine
#endif
internal import Futures

/// Which value of a publisher counts.
enum ValueChoice: Sendable {
  case first
  case last
  case only

  var demand: Subscribers.Demand {
    switch self {
    case .first: .max(1)
    case .last: .unlimited
    case .only: .max(2)
    }
  }
}

/// Completes a promise with a value of a publisher.
///
/// Whatever a publisher sends after its end is ignored, and a second subscription is cancelled.
final class ValueSubscriber<Input: Sendable, Failure: Error>: Subscriber, Sendable {
  private struct State {
    /// Gone once it is completed.
    var promise: Promise<Input, any Error>?
    var subscription: Handoff<any Subscription>?
    var value: Input?
  }

  private let choice: ValueChoice
  private let state: Locked<State>

  init(_ choice: ValueChoice, for promise: Promise<Input, any Error>) {
    self.choice = choice
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
    if isWanted { subscription.request(choice.demand) } else { subscription.cancel() }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    let isSecond = state.withLock { state in
      defer { state.value = input }
      return state.value != nil
    }
    switch choice {
    case .first: take()?.succeed(input)
    case .only: if isSecond { take()?.fail(TooManyElements(limit: 1)) }
    case .last: break
    }
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    let value = state.withLock { $0.value.take() }
    let promise = take(cancelling: false)
    switch completion {
    case .finished:
      if let value { promise?.succeed(value) } else { promise?.fail(NoSuchElement()) }
    case .failure(let error):
      promise?.fail(error)
    }
  }

  /// Takes the promise out, and ends the subscription.
  private func take(cancelling: Bool = true) -> Promise<Input, any Error>? {
    let (promise, subscription) = state.withLock { state in
      (state.promise.take(), state.subscription.take())
    }
    if cancelling { subscription?.value.cancel() }
    return promise
  }
}
#endif
