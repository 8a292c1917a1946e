#if canImport(Combine) || OpenCombine
#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif
import TestSupport

/// A subscriber whose demand a test controls, and which records what it receives.
final class Probe<Input, Failure: Error>: Subscriber {
  private(set) var values: [Input] = []
  private(set) var completions: [Subscribers.Completion<Failure>] = []
  private(set) var subscription: (any Subscription)?

  func receive(subscription: any Subscription) { self.subscription = subscription }

  func receive(_ input: Input) -> Subscribers.Demand {
    values.append(input)
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) { completions.append(completion) }

  func request(_ demand: Subscribers.Demand) { subscription?.request(demand) }

  func cancel() { subscription?.cancel() }

  var hasFinished: Bool {
    if completions.count == 1, case .finished = completions[0] { true } else { false }
  }

  var error: Failure? {
    if completions.count == 1, case .failure(let error) = completions[0] { error } else { nil }
  }
}

/// A publisher that does what its closure says, even against the rules of Combine.
struct Unruly<Output, Failure: Error>: Publisher {
  let body: (AnySubscriber<Output, Failure>) -> Void

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Output, Downstream.Failure == Failure {
    body(AnySubscriber(subscriber))
  }
}

/// A subscription that records demand and cancellations.
final class CountingSubscription: Subscription {
  let demands = Log<Subscribers.Demand>()
  let cancellations = Counter()

  func request(_ demand: Subscribers.Demand) { demands.add(demand) }

  func cancel() { cancellations.add() }
}
#endif
