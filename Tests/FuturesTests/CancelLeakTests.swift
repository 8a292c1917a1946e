import Futures
import FuturesTesting
import Testing
import TestSupport

/// What a cancelled or decided future leaves behind on longer-lived futures.
@Suite struct CancelLeakTests {
  private let forever = Promise<Tracked, any Error>()

  /// Returns a settled future whose value only futures refer to.
  private func settled() -> (future: Future<Tracked, any Error>, reference: WeakReference) {
    let tracked = Tracked()
    return (Future(value: tracked), WeakReference(tracked))
  }

  @Test(arguments: LeakCase.transforms)
  func cancellingADerivedFutureReleasesTheClosureAtTheLatestWithTheUpstreamFuture(
    _ operation: LeakCase
  ) {
    let promise = Promise<Int, any Error>()
    let captured = operation.capture(promise.future)
    (captured.result as? Future<Int, any Error>)?.cancel()
    promise.succeed(1)
    #expect(captured.isReleased)
  }

  @Test(arguments: LeakCase.transforms)
  func aClosureOnItsWayIsReleasedWhenItsFutureIsCancelled(_ operation: LeakCase) {
    let manual = ManualContext()
    let captured = operation.capture(Future(value: 1), on: manual.context)
    #expect(!captured.isReleased)
    (captured.result as? Future<Int, any Error>)?.cancel()
    manual.runAll()
    #expect(captured.isReleased)
  }

  @Test(arguments: LeakCase.transforms)
  func aClosureOnItsWayIsReleasedWhenItsContextDropsIt(_ operation: LeakCase) {
    let manual = ManualContext()
    let captured = operation.capture(Future(value: 1), on: manual.context)
    #expect(!captured.isReleased)
    manual.dropAll()
    #expect(captured.isReleased)
  }

  @Test func aCollectionThatFailedFastLetsGoOfTheValuesItHad() {
    let reference: WeakReference
    let all: Future<[Tracked], any Error>
    do {
      let one = settled()
      reference = one.reference
      all = [one.future, forever.future, Future(error: TestError.first)].all()
    }
    #expect(all.currentError as? TestError == .first)
    #expect(reference.isGone)
    forever.succeed(Tracked())
  }

  @Test func aCancelledCollectionLetsGoOfTheValuesItHad() {
    let reference: WeakReference
    let all: Future<[Tracked], any Error>
    do {
      let one = settled()
      reference = one.reference
      all = [one.future, forever.future].all()
    }
    #expect(!reference.isGone)
    all.cancel()
    #expect(reference.isGone)
    forever.succeed(Tracked())
  }

  @Test func aCancelledZipLetsGoOfTheValuesItHad() {
    let reference: WeakReference
    let zipped: Future<(Tracked, Tracked), any Error>
    do {
      let one = settled()
      reference = one.reference
      zipped = zip(one.future, forever.future)
    }
    zipped.cancel()
    #expect(reference.isGone)
    forever.succeed(Tracked())
  }

  @Test func aCollectionNobodyHoldsLetsGoOfItsValuesWithTheLastInput() {
    let reference: WeakReference
    do {
      let one = settled()
      reference = one.reference
      _ = [one.future, Future.never].all()
    }
    #expect(reference.isGone)
  }

  @Test func theWinnersValueIsNotKeptByALoserThatLivesOn() {
    let reference: WeakReference
    do {
      let one = settled()
      reference = one.reference
      #expect([forever.future, one.future].firstCompleted().currentValue != nil)
      #expect([forever.future, one.future].firstSuccess().currentValue != nil)
      #expect([one.future, forever.future].firstValue(where: { _ in true }).currentValue != nil)
    }
    #expect(reference.isGone)
    forever.succeed(Tracked())
  }

  @Test(arguments: Ended.allCases)
  func whatEndsEarlyKeepsFewClosuresOnTheFuture(_ verb: Ended) {
    let long = Promise<Int, any Error>()
    let references = (0..<100).map { _ in
      let tracked = Tracked()
      verb.end(long.future, tracked)
      return WeakReference(tracked)
    }
    #expect(references.filter { !$0.isGone }.count < 20)
    long.succeed(1)
    #expect(references.allSatisfy { $0.isGone })
  }

  /// Work that ends while it waits for a closure behind a future.
  enum Ended: CaseIterable {
    case map, scope, limit, load, latest

    func end(_ long: Future<Int, any Error>, _ tracked: Tracked) {
      let wait: @Sendable () -> Future<Int, any Error> = {
        long.map { value in
          tracked.touch()
          return value
        }
      }
      switch self {
      case .map: wait().cancel()
      case .scope: withCancellationScope { wait() }.cancel()
      case .limit: ConcurrencyLimit(1).run(wait).cancel()
      case .load: SharedLoads<Int, Int, any Error>().load(1, wait).cancel()
      case .latest: Latest<Int, any Error>().start(wait).cancel()
      }
    }
  }

  @Test func aScopeThatEndsLeavesAFutureFromElsewhereAlone() {
    let shared = forever.future.map { $0 }
    let scope = withCancellationScope { shared }
    scope.cancel()
    #expect(!shared.isSettled)
    let made = Box<Future<Tracked, any Error>?>(nil)
    let second = withCancellationScope {
      let derived = forever.future.map { $0 }
      made.value = derived
      return derived
    }
    second.cancel()
    #expect(made.value?.isSettled == true)
    forever.succeed(Tracked())
    #expect(shared.isSettled)
  }

  @Test func aScopeThatEndsLeavesAPromiseAloneWhoseMemoryWasThatOfADerivedFuture() {
    let promises = Box<[Promise<Tracked, any Error>]>([])
    aScopeLeavesAlone {
      let promise = Promise<Tracked, any Error>()
      promises.value.append(promise)
      return promise.future
    }
  }

  /// A callback runs outside of any scope, and derives a future where one was that the scope noted.
  @Test func aScopeThatEndsLeavesAFutureAloneThatOthersHaveDerived() {
    let trigger = Box(Promise<Void, Never>())
    let derived = Box<Future<Tracked, any Error>?>(nil)
    let forever = forever.future
    aScopeLeavesAlone {
      trigger.value.succeed()
      return derived.value!
    } before: {
      trigger.value = Promise()
      trigger.value.future.onComplete { _ in derived.value = forever.map { $0 } }
    }
  }

  private func aScopeLeavesAlone(
    _ make: () -> Future<Tracked, any Error>,
    before prepare: () -> Void = {}
  ) {
    let settled = Future<Tracked, any Error>(value: Tracked())
    for _ in 0..<100 {
      prepare()
      var made: Future<Tracked, any Error>?
      let scope = withCancellationScope {
        _ = settled.map { $0 }
        let others = make()
        made = others
        return others
      }
      scope.cancel()
      #expect(made?.isSettled == false)
    }
  }

  @Test func aCancelledTaskLeavesNothingBehindOnTheFuture() async throws {
    let future = forever.future
    let task = Task { try await future.value }
    task.cancel()
    _ = await task.result
    let reference: WeakReference
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      let waiting = Task {
        defer { tracked.touch() }
        return try await future.value
      }
      waiting.cancel()
      _ = await waiting.result
    }
    try await reference.goes()
    #expect(!future.isSettled)
    forever.succeed(Tracked())
  }

  @Test func leavingALoopOverCompletionsReleasesTheIterator() async {
    let reference: WeakReference
    do {
      let one = settled()
      reference = one.reference
      for await _ in [one.future, forever.future].completions() { break }
    }
    #expect(reference.isGone)
    forever.succeed(Tracked())
  }

  @Test func aCancelledShareLeavesNothingBehindOnTheSharedFuture() {
    let counter = InterestCounter(forever.future) {}
    let reference: WeakReference
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      let share = counter.share()
      share.onFailure { _ in tracked.touch() }
      share.cancel()
    }
    #expect(reference.isGone)
    forever.succeed(Tracked())
  }

  @Test func aTokenThatLivesForLongKeepsNothingOfFuturesThatSettled() {
    let source = CancellationSource()
    for _ in 0..<100 {
      let promise = Promise<Int, any Error>()
      let reference: WeakReference
      let derived: Future<Int, any Error>
      do {
        let tracked = Tracked()
        reference = WeakReference(tracked)
        derived = promise.future.map(cancellation: source.token) { value in
          tracked.touch()
          return value
        }
      }
      promise.succeed(1)
      #expect(derived.currentValue == 1)
      #expect(reference.isGone)
    }
    source.cancel()
  }

  @Test func aTokenThatLivesForLongKeepsNoFutureAlive() {
    let source = CancellationSource()
    let reference: WeakReference
    do {
      let one = settled()
      reference = one.reference
      _ = one.future.map(cancellation: source.token) { $0 }
      _ = one.future.delay(.seconds(1), clock: ManualClock(), cancellation: source.token)
      one.future.onSuccess(cancellation: source.token) { _ in }
    }
    #expect(reference.isGone)
    source.cancel()
  }

  @Test func anInvalidationTokenThatLivesForLongKeepsNothingOfFuturesThatSettled() {
    let validity = InvalidationToken()
    let context = validity.validContext
    let reference: WeakReference
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      let promise = Promise<Int, any Error>()
      promise.future.on(context).onSuccess { _ in tracked.touch() }
      _ = promise.future.on(context).map { _ in tracked.touch() }
      promise.succeed(1)
    }
    #expect(reference.isGone)
    validity.invalidate()
  }
}
