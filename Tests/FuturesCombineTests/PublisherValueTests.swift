#if canImport(Combine) || OpenCombine
#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif
import Futures
import FuturesCombine
import FuturesTesting
import TestSupport
import Testing

private enum LoadError: Error { case notFound }

@Suite(.timeLimit(.minutes(10)))
struct PublisherValueTests {
  @Test func takesTheFirstOrTheLastValue() {
    #expect([1, 2, 3].publisher.futureFirst().currentValue == 1)
    #expect([1, 2, 3].publisher.last().futureFirst().currentValue == 3)
  }

  @Test func aPublisherWithoutAValueFails() {
    let empty = Empty<Int, Never>()
    #expect(empty.futureFirst().currentError is NoSuchElement)
  }

  @Test func errorsOfThePublisherPass() {
    let failing = Fail<Int, LoadError>(error: .notFound)
    #expect(failing.futureFirst().currentError as? LoadError == .notFound)
    let subject = PassthroughSubject<Int, LoadError>()
    let last = subject.last().futureFirst()
    subject.send(1)
    subject.send(completion: .failure(.notFound))
    #expect(last.currentError as? LoadError == .notFound)
  }

  @Test func theLastValueIsThereWhenThePublisherEnds() {
    let subject = PassthroughSubject<Int, Never>()
    let last = subject.last().futureFirst()
    subject.send(1)
    subject.send(2)
    #expect(!last.isSettled)
    subject.send(completion: .finished)
    #expect(last.currentValue == 2)
  }

  @Test func requestsNoMoreThanItNeeds() {
    let subscription = CountingSubscription()
    let publisher = Unruly<Int, Never> { $0.receive(subscription: subscription) }
    let future = publisher.futureFirst()
    #expect(subscription.demands.all == [.max(1)])
    future.cancel()
  }

  @Test func theFirstValueCancelsTheSubscription() {
    let subscription = CountingSubscription()
    let future = Unruly<Int, Never> { subscriber in
      subscriber.receive(subscription: subscription)
      _ = subscriber.receive(1)
    }.futureFirst()
    #expect(future.currentValue == 1)
    #expect(subscription.cancellations.value == 1)
  }

  @Test func cancellingTheFutureCancelsTheSubscription() {
    let subscription = CountingSubscription()
    let source = CancellationSource()
    var kept: AnySubscriber<Int, Never>?
    let future = Unruly<Int, Never> { subscriber in
      kept = subscriber
      subscriber.receive(subscription: subscription)
    }.futureFirst(cancellation: source.token)
    source.cancel()
    #expect(kept != nil)
    #expect(future.currentError is CancellationError)
    #expect(subscription.cancellations.value == 1)
  }

  // MARK: Publishers that break the rules

  @Test func aPublisherThatNeverEndsIsLeftByATimeLimit() async {
    let clock = ManualClock()
    let subject = PassthroughSubject<Int, Never>()
    let last = subject.last().futureFirst().timeout(.seconds(5), clock: clock)
    subject.send(1)
    clock.advance(by: .seconds(5))
    #expect(last.currentError is TimeoutError)
  }

  @Test func whatComesAfterTheEndIsIgnored() {
    let recorder = DiagnosticsRecorder { $0.kind == .doubleCompletion && $0.began() }
    recorder.record {
      let publisher = Unruly<Int, any Error> { subscriber in
        subscriber.receive(subscription: CountingSubscription())
        _ = subscriber.receive(1)
        subscriber.receive(completion: .finished)
        _ = subscriber.receive(2)
        subscriber.receive(completion: .finished)
        subscriber.receive(completion: .failure(LoadError.notFound))
      }
      #expect(publisher.futureFirst().currentValue == 1)
    }
    #expect(recorder.diagnostics.isEmpty)
  }

  @Test func aValueBeforeTheSubscriptionCountsAndEndsIt() {
    let subscription = CountingSubscription()
    let future = Unruly<Int, Never> { subscriber in
      _ = subscriber.receive(1)
      subscriber.receive(subscription: subscription)
    }.futureFirst()
    #expect(future.currentValue == 1)
    #expect(subscription.cancellations.value == 1)
    #expect(subscription.demands.count == 0)
  }

  @Test func valuesBeyondTheDemandAreIgnored() {
    let subscription = CountingSubscription()
    let future = Unruly<Int, Never> { subscriber in
      subscriber.receive(subscription: subscription)
      for number in 1...3 { _ = subscriber.receive(number) }
    }.futureFirst()
    #expect(future.currentValue == 1)
    #expect(subscription.cancellations.value == 1)
  }

  @Test func aSecondSubscriptionIsCancelled() {
    let (first, second) = (CountingSubscription(), CountingSubscription())
    var kept: AnySubscriber<Int, Never>?
    let future = Unruly<Int, Never> { subscriber in
      kept = subscriber
      subscriber.receive(subscription: first)
      subscriber.receive(subscription: second)
    }.futureFirst()
    #expect(kept != nil)
    #expect(second.cancellations.value == 1)
    #expect(second.demands.count == 0)
    #expect(!future.isSettled)
  }

  @Test func aPublisherThatForgetsItsSubscriberBreaksThePromise() {
    #expect(Unruly<Int, Never> { _ in }.futureFirst().currentError is BrokenPromise)
  }
}
#endif
