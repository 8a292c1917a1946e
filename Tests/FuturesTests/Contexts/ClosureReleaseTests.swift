import Futures
import FuturesTesting
import TestSupport
import Testing

/// An object whose `deinit` uses state of the actor that it was captured on.
private final class Resident: Sendable {
  private let releases: Log<Bool>

  init(_ releases: Log<Bool>) { self.releases = releases }

  deinit { releases.add(MainQueue.isCurrent) }

  func touch() {}
}

/// Closures of an actor that do not run are released on the actor, regardless of the thread that
/// cancels.
@MainActor @Suite(.timeLimit(.minutes(10))) struct ClosureReleaseTests {
  typealias Ending = @Sendable () -> Void

  /// A way to drop a closure of the main actor, which captures the object.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    fileprivate let make: @MainActor @Sendable (_ object: Resident) -> Ending

    fileprivate init(_ name: String, _ make: @escaping @MainActor @Sendable (Resident) -> Ending) {
      (testDescription, self.make) = (name, make)
    }

    /// A closure that a token drops.
    fileprivate static func token(
      _ name: String,
      _ start: @escaping @MainActor @Sendable (Resident, CancellationToken) -> any Sendable
    ) -> Case {
      Case(name) { object in
        let source = CancellationSource()
        let kept = start(object, source.token)
        return {
          source.cancel()
          withExtendedLifetime(kept) {}
        }
      }
    }
  }

  private typealias Number = Future<Int, any Error>

  nonisolated static let cases: [Case] = [
    .token("map") { object, token in
      let pending = Promise<Int, any Error>()
      return (pending, pending.future.map(cancellation: token) { _ in object.touch() })
    },
    .token("flatMap") { object, token in
      let pending = Promise<Int, any Error>()
      let derived = pending.future.flatMap(cancellation: token) { value in
        object.touch()
        return Number(value: value)
      }
      return (pending, derived)
    },
    .token("onComplete") { object, token in
      let pending = Promise<Int, any Error>()
      return (pending, pending.future.onComplete(cancellation: token) { _ in object.touch() })
    },
    .token("onSettled") { object, token in
      let pending = Promise<Int, any Error>()
      return (pending, pending.future.onSettled(cancellation: token) { object.touch() })
    },
    Case("a derived future that is cancelled") { object in
      let pending = Promise<Int, any Error>()
      let derived = pending.future.map { _ in object.touch() }
      return {
        derived.cancel()
        pending.succeed(1)
      }
    },
    Case("a derived future that is unlinked") { object in
      let pending = Promise<Int, any Error>()
      let derived = pending.future.map { _ in object.touch() }
      return {
        derived.cancel()
        for _ in 0..<100 { pending.future.firstOfItself().cancel() }
        pending.succeed(1)
      }
    },
    Case("an observer of a future that nothing refers to") { object in
      let pending = Box(Promise<Int, any Error>() as Promise<Int, any Error>?)
      pending.value?.future.onSuccess { _ in object.touch() }
      return { pending.value = nil }
    },
    Case("an observer of a token that is removed") { object in
      let source = CancellationSource()
      let registration = source.token.onCancel { object.touch() }
      return {
        registration.dispose()
        source.cancel()
      }
    },
    Case("an observer of a token that is disposed of") { object in
      let source = CancellationSource()
      source.token.onCancel { object.touch() }
      return { source.dispose() }
    },
    Case("an observer of a token that nothing can cancel") { object in
      let source = Box(CancellationSource() as CancellationSource?)
      source.value?.token.onCancel { object.touch() }
      return { source.value = nil }
    },
    .token("debounce") { object, token in
      let (latest, clock) = (Latest<Int, any Error>(), ManualClock())
      latest.debounce(.seconds(1), clock: clock, cancellation: token) {
        object.touch()
        return Number.never
      }
      return (latest, clock)
    },
    .token("a call in the line of a limit") { object, token in
      let (limit, blocker) = (ConcurrencyLimit(1), Promise<Int, any Error>())
      _ = limit.run { blocker.future }
      let call = limit.run(cancellation: token) {
        object.touch()
        return Number.never
      }
      return (limit, blocker, call)
    },
    .token("retry") { object, token in
      Number.retry(RetryPolicy(attempts: 2), cancellation: token) {
        object.touch()
        return Number.never
      }
    },
    .token("traverse") { object, token in
      [1, 2].traverse(maxConcurrent: 1, cancellation: token) { _ in
        object.touch()
        return Number.never
      }
    },
    .token("firstValue") { object, token in
      let pending = Promise<Int, any Error>()
      let found = [pending.future].firstValue(cancellation: token) { _ in
        object.touch()
        return true
      }
      return (pending, found)
    },
  ]

  @Test(arguments: cases)
  func aClosureOfTheMainActorIsReleasedThere(_ drop: Case) async {
    let releases = Log<Bool>()
    let ending = drop.make(Resident(releases))
    elsewhere(ending)
    await mainActorIsIdle()
    #expect(releases.all == [true])
  }

  @Test(arguments: cases)
  func onTheMainActorItIsReleasedInPlace(_ drop: Case) async {
    let releases = Log<Bool>()
    let ending = drop.make(Resident(releases))
    ending()
    #expect(releases.all == [true])
  }

  @Test func aClosureOfAnActorIsReleasedThere() async throws {
    let owner = Owner()
    let source = CancellationSource()
    let (pending, reference) = await owner.wait(source.token)
    elsewhere { source.cancel() }
    try await reference.goes()
    #expect(await owner.wasReleasedInATask)
    withExtendedLifetime(pending) {}
  }
}

extension Future {
  /// A future whose waiter on this one can be unlinked.
  fileprivate func firstOfItself() -> Future { [self].firstCompleted() }
}

private actor Owner {
  private let releases = Log<Bool>()

  var wasReleasedInATask: Bool { releases.all == [true] }

  func wait(_ token: CancellationToken) -> (any Sendable, WeakReference) {
    let tracked = Tracked()
    let guest = Guest(tracked, releases)
    let pending = Promise<Int, any Error>()
    let derived = pending.future.map(cancellation: token) { _ in
      // The capture is what isolates the closure.
      _ = self
      guest.touch()
    }
    return ((pending, derived), WeakReference(tracked))
  }

  /// An object that notes whether a task releases it; the thread that cancels runs none.
  private final class Guest: Sendable {
    private let tracked: Tracked
    private let releases: Log<Bool>

    init(_ tracked: Tracked, _ releases: Log<Bool>) {
      (self.tracked, self.releases) = (tracked, releases)
    }

    deinit { releases.add(withUnsafeCurrentTask { $0 != nil }) }

    func touch() {}
  }
}
