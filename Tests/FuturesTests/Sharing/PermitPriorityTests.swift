import TestSupport
import Testing

@testable import Futures

/// The order of calls that wait under a `ConcurrencyLimit` with a priority.
@Suite struct PermitPriorityTests {
  private let limit = ConcurrencyLimit(1)
  private let gate = Promise<Void, Never>()
  private let executor = StepwiseExecutor()
  private let order = Log<String>()

  init() { _ = limit.run { [gate] in gate.future } }

  /// Lets a call wait for its turn.
  @discardableResult
  private func wait(_ name: String, _ priority: PermitPriority? = nil) -> Task<Void, any Error> {
    let task = Task(executorPreference: executor) { [limit, order] in
      try await limit.withPermit(priority: priority) { order.add(name) }
    }
    executor.runAll()
    return task
  }

  private func open() {
    gate.succeed()
    executor.runAll()
  }

  @Test func callsOfAHigherPriorityStartFirstAndThoseOfTheSameInOrder() {
    wait("low", PermitPriority(.low))
    wait("first")
    wait("high", PermitPriority(.high))
    wait("second", PermitPriority(.medium))
    _ = limit.run { [order] in
      order.add("future")
      return Future<Void, Never>()
    }
    wait("higher", PermitPriority(.high))
    #expect(limit.waitingCount == 6)
    open()
    #expect(order.all == ["high", "higher", "first", "second", "future", "low"])
    #expect(limit.waitingCount == 0 && limit.runningCount == 0)
  }

  @Test func aCallThatWaitsCanBeRaisedAndLowered() {
    let (image, prefetch) = (PermitPriority(.low), PermitPriority(.medium))
    wait("image", image)
    wait("prefetch", prefetch)
    wait("other")
    image.value = .high
    prefetch.value = .background
    #expect(limit.waitingCount == 3)
    open()
    #expect(order.all == ["image", "other", "prefetch"])
  }

  @Test func oneObjectMovesAllItsCallsInOrder() {
    let screen = PermitPriority(.low)
    wait("other")
    wait("a", screen)
    wait("b", screen)
    screen.value = .high
    wait("c", screen)
    open()
    #expect(order.all == ["a", "b", "c", "other"])
  }

  @Test func settingTheSamePriorityMovesNothing() {
    let screen = PermitPriority(.low)
    wait("a", screen)
    wait("b", PermitPriority(.low))
    screen.value = .low
    open()
    #expect(order.all == ["a", "b"])
  }

  @Test func aPriorityThatChangesWhileACallEntersTheLineIsHeeded() throws {
    wait("other")
    let priority = PermitPriority(.low)
    guard case .waiting(let turn) = limit.takeTurn(at: .low, canFail: true) else {
      throw TestError.first
    }
    priority.value = .high
    priority.add(turn, waitingAt: .low)
    open()
    #expect(!turn.come() && order.all == [])
    limit.passOn()
    executor.runAll()
    #expect(order.all == ["other"])
  }

  @Test func aCallThatHasLeftIsNotMoved() async {
    let priority = PermitPriority(.low)
    let gone = wait("gone", priority)
    wait("stays")
    gone.cancel()
    executor.runAll()
    priority.value = .high
    #expect(limit.waitingCount == 1)
    open()
    #expect(order.all == ["stays"])
    #expect(await gone.result.failure is CancellationError)
  }

  @Test func aPriorityKeepsNothingOfCallsThatHaveEnded() {
    let reference: WeakReference
    let priority = PermitPriority(.low)
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      let task = Task(executorPreference: executor) { [limit] in
        try await limit.withPermit(priority: priority) { tracked.touch() }
      }
      executor.runAll()
      open()
      withExtendedLifetime(task) {}
    }
    #expect(reference.isGone)
    priority.value = .high
    #expect(priority.value == .high)
  }
}
