import Futures
import FuturesTesting
import Testing
import TestSupport

@Suite struct LinkedSourceTests {
  @Test func aParentCancelsItsChildren() {
    let parent = CancellationSource()
    let children = (0..<3).map { _ in CancellationSource(linkedTo: parent.token) }
    #expect(children.allSatisfy { !$0.isCancelled })
    parent.cancel()
    #expect(children.allSatisfy { $0.isCancelled })
  }

  @Test func aChildDoesNotCancelItsParent() {
    let parent = CancellationSource()
    let child = CancellationSource(linkedTo: parent.token)
    child.cancel()
    #expect(!parent.isCancelled)
  }

  @Test(arguments: [0, 1, 2])
  func anyOfSeveralParentsCancels(_ index: Int) {
    let parents = (0..<3).map { _ in CancellationSource() }
    let child = CancellationSource(linkedTo: parents.map(\.token))
    parents[index].cancel()
    #expect(child.isCancelled)
    for parent in parents { parent.cancel() }
  }

  @Test func aParentThatWasCancelledBeforeCancelsAtOnce() {
    let parent = CancellationSource()
    parent.cancel()
    let child = CancellationSource(linkedTo: CancellationToken.never, parent.token)
    #expect(child.isCancelled)
    let calls = Counter()
    child.token.onCancel { calls.add() }
    #expect(calls.value == 1)
  }

  @Test func noneIsNoParent() {
    let child = CancellationSource(linkedTo: .never)
    #expect(!child.isCancelled)
    #expect(child.cancel())
  }

  @Test func grandchildrenAreCancelledInsideTheCall() {
    let parent = CancellationSource()
    let child = CancellationSource(linkedTo: parent.token)
    let grandchild = CancellationSource(linkedTo: child.token)
    let log = Log<String>()
    grandchild.token.onCancel { log.add("grandchild") }
    parent.cancel()
    log.add("after")
    #expect(log.all == ["grandchild", "after"])
  }

  @Test func theParentHoldsItsChildrenWeakly() {
    let parent = CancellationSource()
    let reference: WeakReference
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      CancellationSource(linkedTo: parent.token).token.onCancel { tracked.touch() }
    }
    #expect(reference.isGone)
    parent.cancel()
  }

  @Test func aTokenKeepsTheLinkAlive() {
    let parent = CancellationSource()
    let token = CancellationSource(linkedTo: parent.token).token
    parent.cancel()
    #expect(token.isCancelled)
  }

  @Test func observersOfATokenHearOfTheParentThoughTheSourceInBetweenIsGone() {
    let parent = CancellationSource()
    let calls = Counter()
    let token: CancellationToken
    do {
      let child = CancellationSource(linkedTo: parent.token)
      token = child.token
      token.onCancel { calls.add() }
    }
    parent.cancel()
    #expect(calls.value == 1)
    #expect(token.isCancelled)
  }

  @Test func aGrandchildHearsOfTheFirstParentThoughTheSourceInBetweenIsGone() {
    let parent = CancellationSource()
    let grandchild: CancellationSource
    let token: CancellationToken
    do {
      let child = CancellationSource(linkedTo: parent.token)
      token = child.token
      grandchild = CancellationSource(linkedTo: token)
    }
    parent.cancel()
    #expect(grandchild.isCancelled)
    #expect(token.isCancelled)
  }

  @Test func aParentWhoseChildrenAreGoneCancelsTheOthers() {
    let parent = CancellationSource()
    for _ in 0..<20 { _ = CancellationSource(linkedTo: parent.token) }
    let last = CancellationSource(linkedTo: parent.token)
    for _ in 0..<20 { _ = CancellationSource(linkedTo: parent.token) }
    parent.cancel()
    #expect(last.isCancelled)
  }

  @Test func anOperationKeepsTheLinkAlive() {
    let parent = CancellationSource()
    let promise = Promise<Int, any Error>()
    let calls = Counter()
    let derived = promise.future
      .map(cancellation: CancellationSource(linkedTo: parent.token).token) { $0 }
    promise.future
      .onComplete(cancellation: CancellationSource(linkedTo: parent.token).token) { _ in
        calls.add()
      }
    parent.cancel()
    #expect(derived.currentError is CancellationError)
    promise.succeed(1)
    #expect(calls.value == 0)
  }

  @Test func aTokenNobodyCanCancelKeepsNoPromiseAlive() {
    let heard = Promise<Void, Never>()
    func start() {
      let source = CancellationSource()
      let promise = Promise<Int, any Error>()
      source.token.onCancel { promise.cancel() }
      promise.future.map(cancellation: source.token) { $0 }.onFailure { error in
        if error is BrokenPromise { heard.succeed() }
      }
    }
    start()
    #expect(heard.future.isSettled)
  }

  @Test func disposingTheChildEndsTheLink() {
    let parent = CancellationSource()
    let child = CancellationSource(linkedTo: parent.token)
    child.dispose()
    parent.cancel()
    #expect(!child.isCancelled)
  }

  @Test func disposingTheParentLeavesTheChildAlone() {
    let parent = CancellationSource()
    let child = CancellationSource(linkedTo: parent.token)
    parent.dispose()
    #expect(!parent.cancel())
    #expect(!child.isCancelled)
    #expect(child.cancel())
  }

  @Test func aLinkThroughASourceThatIsGoneRemains() {
    let root = CancellationSource()
    let token: CancellationToken
    do {
      let middle = CancellationSource(linkedTo: root.token)
      token = CancellationSource(linkedTo: middle.token).token
    }
    #expect(!token.isCancelled)
    root.cancel()
    #expect(token.isCancelled)
  }

  @Test func aFutureIsCancelledThroughSourcesThatAreGone() {
    let root = CancellationSource()
    let promise = Promise<Int, any Error>()
    let mapped: Future<Int, any Error>
    do {
      let middle = CancellationSource(linkedTo: root.token)
      let leaf = CancellationSource(linkedTo: middle.token)
      mapped = promise.future.map(cancellation: leaf.token) { $0 }
    }
    root.cancel()
    #expect(mapped.currentError is CancellationError)
  }

  @Test func aDelayedCancelReachesTheTokensBehindASourceThatIsGone() {
    let clock = ManualClock()
    let token: CancellationToken
    do {
      let middle = CancellationSource()
      middle.cancel(after: .seconds(1), clock: clock)
      token = CancellationSource(linkedTo: middle.token).token
    }
    clock.advance(by: .seconds(1))
    #expect(token.isCancelled)
  }

  @Test func observersBehindASourceThatIsGoneAreReleasedWithTheLastThatCouldCallThem() {
    let reference: WeakReference
    let token: CancellationToken
    do {
      let root = CancellationSource()
      let middle = CancellationSource(linkedTo: root.token)
      let leaf = CancellationSource(linkedTo: middle.token)
      token = leaf.token
      let tracked = Tracked()
      reference = WeakReference(tracked)
      token.onCancel { tracked.touch() }
    }
    #expect(reference.isGone)
    #expect(!token.isCancelled)
  }

  @Test func aTokenThatItsOwnParentRefersToIsReleased() {
    let reference: WeakReference
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      let parent = CancellationSource()
      let token = CancellationSource(linkedTo: parent.token).token
      parent.token.onCancel {
        tracked.touch()
        withExtendedLifetime(token) {}
      }
    }
    #expect(reference.isGone)
  }

  // MARK: Many links

  /// Quadratic work would take eight times as long for each one.
  @Test func aParentThatIsReleasedTakesNoTimeForTheOthersOfItsChild() {
    let growth = timeGrowth(from: 1_000, to: 8_000) { count in
      {
        var parents = (0..<count).map { _ in CancellationSource() }
        let child = CancellationSource(linkedTo: parents.map(\.token))
        while parents.popLast() != nil {}
        withExtendedLifetime(child) {}
      }
    }
    #expect(growth < 3, "takes \(growth) times as long for each")
  }

  @Test func aChildThatIsReleasedTakesNoTimeForTheOthersOfItsParent() {
    let growth = timeGrowth(from: 1_000, to: 8_000) { count in
      {
        let parent = CancellationSource()
        var children = (0..<count).map { _ in CancellationSource(linkedTo: parent.token) }
        while children.popLast() != nil {}
      }
    }
    #expect(growth < 3, "takes \(growth) times as long for each")
  }

  @Test func aSourceThatFollowsATokenTwiceFollowsItStillWhenAnotherIsGone() {
    let parent = CancellationSource()
    var other: CancellationSource? = CancellationSource()
    let child = CancellationSource(
      linkedTo: [parent.token, other?.token ?? .never, parent.token]
    )
    other = nil
    #expect(!child.isCancelled)
    parent.cancel()
    #expect(child.isCancelled)
  }
}
