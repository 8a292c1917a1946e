#if canImport(Glibc)
import Futures
import FuturesTesting
import Testing
import TestSupport

/// Every registration with a long-lived object can end before the object does: because it was
/// cancelled or disposed of, because it came too late, or because all references to it were
/// released.
///
/// It then leaves no memory behind, and ending it takes no longer when there are more of them.
@Suite(.serialized) struct LeftBehindTests {
  @Test func whatEndsLeavesNoByteBehind() async {
    await #expect(processExitsWith: .success) {
      for registration in Registration.all {
        let setting = Setting()
        let left = AllocatedMemory.perCall { registration.make(setting)() }
        #expect(left < 16, "\(registration) leaves \(left) bytes")
      }
    }
  }

  /// Other registrations remain, so that the list stays long.
  @Test func whatEndsBesideOthersLeavesNoByteBehind() async {
    await #expect(processExitsWith: .success) {
      for registration in Registration.all {
        let setting = Setting()
        let others = (0..<100).map { _ in registration.make(setting) }
        let left = AllocatedMemory.perCall { registration.make(setting)() }
        #expect(left < 16, "\(registration) leaves \(left) bytes")
        for end in others { end() }
      }
    }
  }

  /// The orders in which many registrations end.
  enum Order: CaseIterable {
    case oldestFirst, newestFirst

    func sorted<Element>(_ elements: [Element]) -> [Element] {
      self == .oldestFirst ? elements : elements.reversed()
    }
  }

  /// Quadratic work would take ten times as long for each one.
  @Test(arguments: Registration.all, Order.allCases)
  func theEndTakesNoLongerAmongMany(_ registration: Registration, _ order: Order) {
    func registerAndEnd(_ size: Int) {
      let setting = Setting()
      let others = (0..<size).map { _ in registration.make(setting) }
      let ends = (0..<size).map { _ in registration.make(setting) }
      for end in order.sorted(ends) { end() }
      // A registration that waited forever would keep what it waits for.
      for end in others { end() }
    }
    // Promises that are dropped with the setting are not tested here, and take long to print.
    let recorder = DiagnosticsRecorder { $0.began(in: "FuturesTests/LeftBehindTests.swift") }
    let growth = timeGrowth(from: 100, to: 1_000) { size in
      { recorder.record { registerAndEnd(size) } }
    }
    #expect(growth < 4, "takes \(growth) times as long for each")
  }
}

/// The long-lived objects for the registrations.
final class Setting: Sendable {
  let promise = Promise<Int, any Error>()
  let source = CancellationSource()
  let validity = InvalidationToken()
  let clock = ManualClock()
  let limit = ConcurrencyLimit(1)
  let counter: InterestCounter<Int, any Error>
  private let running: Future<Int, any Error>

  var long: Future<Int, any Error> { promise.future }

  init() {
    let promise = promise
    counter = InterestCounter(promise.future) {}
    // This call never ends, so that all others wait.
    running = limit.run { promise.future }
    // The first waiter of a future never leaves.
    counter.share().ignoringFailure()
  }
}

/// A registration, and the way it ends.
struct Registration: Sendable, CustomTestStringConvertible, CustomStringConvertible {
  let description: String
  /// Registers, and returns a closure that ends the registration.
  let make: @Sendable (Setting) -> () -> Void

  var testDescription: String { description }

  init(_ name: String, _ make: @escaping @Sendable (Setting) -> () -> Void) {
    description = name
    self.make = make
  }
}

extension Registration {
  typealias Node = Future<Int, any Error>

  static let all = tokens + futures + others

  // MARK: With a token

  static let tokens: [Registration] = {
    var all: [Registration] = []
    func add(_ name: String, _ make: @escaping @Sendable (Setting) -> () -> Void) {
      all.append(Registration(name, make))
    }
    add("an observer of a token, disposed of") { setting in
      let registration = setting.source.token.onCancel {}
      return { registration.dispose() }
    }
    add("a child, cancelled") { setting in
      let child = CancellationSource(linkedTo: setting.source.token)
      return { child.cancel() }
    }
    add("a child, disposed of") { setting in
      let child = CancellationSource(linkedTo: setting.source.token)
      return { child.dispose() }
    }
    add("a child, released") { setting in
      var child = Optional(CancellationSource(linkedTo: setting.source.token))
      return {
        withExtendedLifetime(child) {}
        child = nil
      }
    }
    add("a child that starts over, and is released") { setting in
      var child = Optional(CancellationSource(linkedTo: setting.source.token))
      return {
        child?.restart()
        child = nil
      }
    }
    add("a token of a child whose source is released") { setting in
      var token = Optional(CancellationSource(linkedTo: setting.source.token).token)
      return {
        withExtendedLifetime(token) {}
        token = nil
      }
    }
    add("a token behind sources that are released") { setting in
      let middle = CancellationSource(linkedTo: setting.source.token)
      var token = Optional(CancellationSource(linkedTo: middle.token).token)
      return {
        withExtendedLifetime(token) {}
        token = nil
      }
    }
    add("a child of one that was cancelled before") { setting in
      let dead = CancellationSource()
      dead.cancel()
      let children = [
        CancellationSource(linkedTo: dead.token, setting.source.token),
        CancellationSource(linkedTo: setting.source.token, dead.token),
      ]
      return { withExtendedLifetime(children) {} }
    }
    add("a child of one that was released before") { setting in
      let dead = CancellationSource().token
      var child = Optional(CancellationSource(linkedTo: dead, setting.source.token))
      return {
        withExtendedLifetime(child) {}
        child = nil
      }
    }
    add("a child that one of two parents cancels") { setting in
      let other = CancellationSource()
      let child = CancellationSource(linkedTo: setting.source.token, other.token)
      return {
        other.cancel()
        withExtendedLifetime(child) {}
      }
    }
    add("a future with a token, settled") { setting in
      let promise = Promise<Int, any Error>()
      let mapped = promise.future.map(cancellation: setting.source.token) { $0 }
      return {
        promise.succeed(1)
        withExtendedLifetime(mapped) {}
      }
    }
    add("an observer with a token, called") { setting in
      let promise = Promise<Int, any Error>()
      promise.future.onComplete(cancellation: setting.source.token) { _ in }
      return { promise.succeed(1) }
    }
    add("a promise with a token, settled") { setting in
      var kept: Promise<Int, any Error>?
      let future = Node.withPromise(cancellation: setting.source.token) { kept = $0 }
      return { [kept] in
        kept?.succeed(1)
        withExtendedLifetime(future) {}
      }
    }
    add("a scope, ended") { setting in
      let promise = Promise<Int, any Error>()
      let scope = withCancellationScope(linkedTo: setting.source.token) { promise.future }
      return {
        promise.succeed(1)
        withExtendedLifetime(scope) {}
      }
    }
    add("a delay with a token, cancelled") { setting in
      let delay = Future<Void, any Error>.after(
        .seconds(1),
        clock: setting.clock,
        cancellation: setting.source.token
      )
      return { delay.cancel() }
    }
    add("a delay without an end, cancelled") { setting in
      let delay = Future<Void, any Error>.after(
        .seconds(Int64.max),
        cancellation: setting.source.token
      )
      return { delay.cancel() }
    }
    add("an invalidation token's closure, run") { setting in
      let promise = Promise<Int, any Error>()
      promise.future.on(setting.validity.validContext).onSuccess { _ in }
      return { promise.succeed(1) }
    }
    add("a context of two invalidation tokens, released") { setting in
      var context = Optional(
        setting.validity.validContext(on: InvalidationToken().validContext)
      )
      return {
        withExtendedLifetime(context) {}
        context = nil
      }
    }
    return all
  }()

  // MARK: With a future

  static let futures: [Registration] = {
    var all: [Registration] = []
    func add(_ name: String, _ make: @escaping @Sendable (Setting) -> () -> Void) {
      all.append(Registration(name, make))
    }
    add("an observer of a future, withdrawn") { setting in
      let source = CancellationSource()
      setting.long.onComplete(cancellation: source.token) { _ in }
      return { source.cancel() }
    }
    add("a derived future, withdrawn") { setting in
      let source = CancellationSource()
      let mapped = setting.long.map(cancellation: source.token) { $0 }
      return {
        source.cancel()
        withExtendedLifetime(mapped) {}
      }
    }
    add("an observer on a context that becomes invalid") { setting in
      let validity = InvalidationToken()
      setting.long.on(validity.validContext).onComplete { _ in }
      return { validity.invalidate() }
    }
    add("a wait that was over before") { setting in
      { _ = setting.long.wait(timeout: .zero) }
    }
    add("a flatMap, cancelled") { setting in
      let work = Node(value: 1).flatMap { _ in setting.long }
      return { work.cancel() }
    }
    add("a promise that is completed with the future, cancelled") { setting in
      let promise = Promise<Int, any Error>()
      promise.complete(with: setting.long)
      return { promise.cancel() }
    }
    add("a promise that was cancelled before") { setting in
      let promise = Promise<Int, any Error>()
      promise.cancel()
      return { promise.complete(with: setting.long) }
    }
    add("a time limit, cancelled") { setting in
      let timed = setting.long.timeout(.seconds(1), clock: setting.clock)
      return { timed.cancel() }
    }
    add("a race, decided") { setting in
      let promise = Promise<Int, any Error>()
      let first = [setting.long, promise.future].firstCompleted()
      return {
        promise.succeed(1)
        withExtendedLifetime(first) {}
      }
    }
    add("a collection, failed") { setting in
      let promise = Promise<Int, any Error>()
      let all = [setting.long, promise.future].all()
      return {
        promise.cancel()
        withExtendedLifetime(all) {}
      }
    }
    add("a search, decided") { setting in
      let promise = Promise<Int, any Error>()
      let found = [promise.future, setting.long].firstValue(where: { _ in true })
      return {
        promise.succeed(1)
        withExtendedLifetime(found) {}
      }
    }
    add("an attempt, cancelled") { setting in
      let result = Node.retry { setting.long }
      return { result.cancel() }
    }
    add("a loop over completions, left") { setting in
      var iterator = Optional([setting.long].completions().makeAsyncIterator())
      return {
        withExtendedLifetime(iterator) {}
        iterator = nil
      }
    }
    return all
  }()

  // MARK: With what is shared

  static let others: [Registration] = {
    var all: [Registration] = []
    func add(_ name: String, _ make: @escaping @Sendable (Setting) -> () -> Void) {
      all.append(Registration(name, make))
    }
    add("a share, cancelled") { setting in
      let share = setting.counter.share()
      return { share.cancel() }
    }
    add("a counter, released") { setting in
      var counter = Optional(InterestCounter(setting.long) {})
      let share = counter?.share()
      return {
        share?.cancel()
        counter = nil
      }
    }
    add("a call that waits for its turn, cancelled") { setting in
      let call = setting.limit.run { Node(value: 1) }
      return { call.cancel() }
    }
    add("a timer, removed") { setting in
      let source = CancellationSource()
      source.cancel(after: .seconds(1), clock: setting.clock)
      return { source.cancel(after: nil) }
    }
    return all
  }()
}
#endif
