import Futures
import FuturesTesting
import TestSupport
import Testing

/// Keys and values are released without a lock, because their deinitializers may use the object.
@Suite struct SharedLoadsKeyTests {
  private typealias Loads = SharedLoads<CuriousKey, Int, any Error>

  /// The place where keys find the object that keeps them.
  private final class Home: Sendable {
    let loads = Box<Loads?>(nil)
    let released = Counter()
  }

  /// A key that uses the object when it is released.
  private final class CuriousKey: Hashable, Sendable {
    let number: Int
    let home: Home

    init(_ number: Int, in home: Home) {
      self.number = number
      self.home = home
    }

    deinit {
      _ = home.loads.value?.count
      home.released.add()
    }

    static func == (one: CuriousKey, other: CuriousKey) -> Bool { one.number == other.number }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  private let home = Home()
  private let clock = ManualClock()

  /// Loads a value for a key that only the object keeps afterward.
  private func load(_ number: Int, from loads: Loads) {
    #expect(
      loads.load(CuriousKey(number, in: home)) { Future(value: number) }.currentValue == number
    )
  }

  /// Calls a closure with an object whose keys find it.
  private func withLoads(keeping retention: Retention<Int>, _ body: (Loads) -> Void) {
    let loads = Loads(keeping: retention, clock: clock)
    home.loads.value = loads
    body(loads)
    // The object's keys refer to it through `home`, which would be a cycle.
    home.loads.value = nil
  }

  @Test func aForgottenKeyMayAskTheObject() {
    withLoads(keeping: .everything) { loads in
      load(1, from: loads)
      #expect(home.released.value == 0)
      // The two keys are equal.
      loads.remove(CuriousKey(1, in: home))
      #expect(home.released.value == 2)
      load(1, from: loads)
      loads.removeAll()
      #expect(home.released.value == 3)
    }
  }

  @Test func aKeyWithoutRoomMayAskTheObject() {
    withLoads(keeping: .upTo(1)) { loads in
      load(1, from: loads)
      load(2, from: loads)
      #expect(home.released.value == 1)
    }
  }

  @Test func anExpiredKeyMayAskTheObject() {
    withLoads(keeping: .everything(for: .seconds(1))) { loads in
      load(1, from: loads)
      clock.advance(by: .seconds(1))
      #expect(loads.keptValue(for: CuriousKey(1, in: home)) == nil)
      #expect(home.released.value == 2)
      for number in 0..<64 { load(number, from: loads) }
      clock.advance(by: .seconds(1))
      load(64, from: loads)
      #expect(home.released.value == 66)
    }
  }

  @Test func keysThatALaterTimeRemovesMayAskTheObject() {
    let loads = Loads(keeping: .everything(for: .seconds(1)), clock: clock, sweepingOn: clock)
    home.loads.value = loads
    for number in 0..<200 { load(number, from: loads) }
    clock.advance(by: .seconds(1))
    #expect(home.released.value == 200)
    for number in 0..<200 { load(number, from: loads) }
    loads.removeAll { $0.home.loads.value?.keptValue(for: $0) != nil }
    #expect(home.released.value == 400)
    home.loads.value = nil
  }

  @Test func aKeyWhoseLoadEndsMayAskTheObject() {
    withLoads(keeping: .nothing) { loads in
      load(1, from: loads)
      #expect(home.released.value == 1)
      let cancelled = loads.load(CuriousKey(2, in: home)) { .never }
      cancelled.cancel()
      #expect(home.released.value == 2)
    }
  }
}
