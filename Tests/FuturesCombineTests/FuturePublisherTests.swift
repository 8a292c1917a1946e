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
struct FuturePublisherTests {
  fileprivate let promise = Promise<Int, LoadError>()
  fileprivate let probe = Probe<Int, LoadError>()

  @Test func deliversTheValueWhenThereIsDemand() {
    promise.future.publisher.subscribe(probe)
    probe.request(.max(1))
    #expect(probe.values.isEmpty)
    promise.succeed(1)
    #expect(probe.values == [1])
    #expect(probe.hasFinished)
  }

  @Test func keepsTheValueUntilThereIsDemand() {
    promise.future.publisher.subscribe(probe)
    promise.succeed(1)
    #expect(probe.values.isEmpty)
    #expect(probe.completions.isEmpty)
    probe.request(.unlimited)
    #expect(probe.values == [1])
    #expect(probe.hasFinished)
    probe.request(.unlimited)
    #expect(probe.values == [1])
    #expect(probe.completions.count == 1)
  }

  @Test func aFailureNeedsNoDemand() {
    promise.future.publisher.subscribe(probe)
    promise.fail(.notFound)
    #expect(probe.error == .notFound)
  }

  @Test func eachSubscriptionOfAFutureReceivesItsValue() {
    promise.succeed(1)
    let second = Probe<Int, LoadError>()
    for probe in [probe, second] {
      promise.future.publisher.subscribe(probe)
      probe.request(.max(1))
    }
    #expect(probe.values == [1])
    #expect(second.values == [1])
  }

  @Test func cancellingLeavesTheFutureAndReleasesTheSubscriber() {
    weak var released: Probe<Int, LoadError>?
    do {
      let probe = Probe<Int, LoadError>()
      released = probe
      promise.future.publisher.subscribe(probe)
      probe.request(.max(1))
      let subscription = probe.subscription
      subscription?.cancel()
      subscription?.cancel()
      promise.succeed(1)
      #expect(probe.values.isEmpty)
      #expect(probe.completions.isEmpty)
    }
    #expect(promise.future.currentValue == 1)
    #expect(released == nil)
  }

  @Test func goesThroughOperators() {
    let log = Log<String>()
    let subscription = promise.future.publisher
      .map { $0 * 2 }
      .flatMap { number in Futures.Future<String, LoadError>(value: "\(number)").publisher }
      .sink(receiveCompletion: { _ in log.add("end") }, receiveValue: { log.add($0) })
    promise.succeed(1)
    #expect(log.all == ["2", "end"])
    subscription.cancel()
  }

  @Test func startsItsWorkForEachSubscriptionAndStopsItWithIt() {
    let started = Log<Promise<Int, any Error>>()
    let publisher = FuturePublisher<Int, any Error> {
      Futures.Future.withPromise { promise in started.add(promise) }
    }
    #expect(started.count == 0)
    let (first, second) = (Probe<Int, any Error>(), Probe<Int, any Error>())
    publisher.subscribe(first)
    publisher.subscribe(second)
    #expect(started.count == 2)
    first.cancel()
    #expect(started.all[0].future.currentError is CancellationError)
    #expect(!started.all[1].future.isSettled)
  }

  @Test func theLastSubscriptionToLeaveStopsSharedWork() {
    let stops = Counter()
    let work = Promise<Int, any Error>()
    let counter = InterestCounter(work.future) { stops.add() }
    let probes = [Probe<Int, any Error>(), Probe<Int, any Error>()]
    for probe in probes { counter.publisher.subscribe(probe) }
    probes[0].cancel()
    #expect(stops.value == 0)
    probes[1].cancel()
    #expect(stops.value == 1)
  }

  @Test func aSubscriptionThatIsCancelledAtOnceStartsNothing() {
    let starts = Counter()
    let publisher = FuturePublisher<Int, any Error> {
      starts.add()
      return Futures.Future(value: 1)
    }
    publisher.subscribe(
      AnySubscriber<Int, any Error>(receiveSubscription: { $0.cancel() })
    )
    #expect(starts.value == 0)
  }
}
#endif
