import Futures
import FuturesTesting
import TestSupport
import Testing

/// Each deprecated name from releases before 1.0 does what it says.
@Suite struct OldNamesTests {
  @Test func ofFutures() async throws { try await (self as any UsesOldNames).useOldFutures() }
  @Test func ofSequences() { (self as any UsesOldNames).useOldSequences() }
  @Test func ofTime() { (self as any UsesOldNames).useOldTime() }
  @Test func ofSharing() async throws { try await (self as any UsesOldNames).useOldSharing() }
  @Test func ofInvalidation() { (self as any UsesOldNames).useOldInvalidation() }
}

private protocol UsesOldNames {
  func useOldFutures() async throws
  func useOldSequences()
  func useOldTime()
  func useOldSharing() async throws
  func useOldInvalidation()
}

// Deprecated code may use deprecated declarations without a warning.
extension OldNamesTests: UsesOldNames {
  @available(*, deprecated)
  fileprivate func useOldFutures() async throws {
    let made = Future<Int, TestError> { promise in promise.succeed(1) }
    #expect(try await made.get() == 1)
    #expect(await made.outcome() == .success(1))
    #expect(made.isCompleted)
    let broken = Future<Int, TestError>(error: .first)
    #expect(broken.error == .first)
    let other = Future<Int, TestError>(error: .second)
    #expect(broken.recoverWith { _ in other }.currentError == .second)
    #expect(broken.recoverWith(on: .inline) { _ in other }.currentError == .second)
    let thrown = broken.recoverWith { error throws -> Future<Int, TestError> in throw error }
    #expect(thrown.currentError as? TestError == .first)
    let thrownElsewhere = broken.recoverWith(on: .inline) {
      error throws -> Future<Int, TestError> in throw error
    }
    #expect(thrownElsewhere.currentError as? TestError == .first)
    let logger = Lines()
    #expect(made.debug("made", logger: logger).currentValue == 1)
    #expect(logger.lines.value.count == 1)
    PrintingLogger().log("a line of OldNamesTests")
  }

  @available(*, deprecated)
  fileprivate func useOldSequences() {
    let futures: [Future<Int, any Error>] = [Future(value: 1), Future(value: 2)]
    #expect(futures.sequence().currentValue == [1, 2])
    #expect(futures.first(orElse: TestError.first) { $0 == 2 }.currentValue == 2)
    let second = futures.first(on: .inline, orElse: TestError.first) { $0 == 2 }
    #expect(second.currentValue == 2)
    #expect(futures.first(on: .inline) { $0 == 2 }.currentValue == 2)
    let none = futures.first(on: .inline) { _ in throw TestError.second }
    #expect(none.currentError as? TestError == .second)
    #expect(futures.firstCompleted(cancelLosingFutures: true).currentValue == 1)
    #expect(futures.fold(cancellation: .never, 0) { $0 + $1 }.currentValue == 3)
    #expect(futures.fold(on: .inline, 0) { $0 + $1 }.currentValue == 3)
    let contenders: [@Sendable () -> Future<Int, any Error>] = [{ Future(value: 1) }]
    #expect(Future.race(contenders).currentValue == 1)
  }

  @available(*, deprecated)
  fileprivate func useOldTime() {
    let clock = ManualClock()
    let (late, typedLate) = (Promise<Int, any Error>(), Promise<Int, TestError>())
    let limited = late.future.timeout(.seconds(1), clock: clock, cancelLateFuture: true)
    let typed = typedLate.future
      .timeout(.seconds(1), clock: clock, cancelLateFuture: false, orFail: .first)
    clock.advance(by: .seconds(1))
    #expect(limited.currentError is TimeoutError)
    #expect(late.future.currentError is CancellationError)
    #expect(typed.currentError == .first)
    #expect(!typedLate.future.isSettled)
    typedLate.succeed(1)
  }

  @available(*, deprecated)
  fileprivate func useOldSharing() async throws {
    let latest = Latest<Int, any Error>()
    latest.start { Future(value: 1) }
    #expect(latest.value == 1)
    let loads: LoadOnce<Int, Int, any Error> = SharedLoads(keeping: .everything)
    for key in 1...2 { #expect(loads.load(key) { Future(value: key) }.currentValue == key) }
    loads.invalidate(1)
    #expect(loads.count == 1)
    loads.invalidateAll()
    #expect(loads.count == 0)
    #expect(try await ConcurrencyLimit(1).withPlace { 1 } == 1)
  }

  @available(*, deprecated)
  fileprivate func useOldInvalidation() {
    let runs = Box(0)
    let promise = Promise<Int, Never>()
    do {
      let token = InvalidationToken(invalidateOnDeinit: true)
      Future<Int, Never>(value: 1).onSuccess(on: token.validContext(.inline)) { runs.value += $0 }
      promise.future.onSuccess(on: token.validContext(.inline)) { runs.value += $0 }
    }
    promise.succeed(1)
    #expect(runs.value == 1)
  }
}

/// A logger as releases before 1.0 took it.
@available(*, deprecated)
private struct Lines: FutureLogger {
  let lines = Box<[String]>([])

  func log(_ message: String) { lines.value.append(message) }
}
