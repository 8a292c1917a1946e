import Futures
import TestSupport
import Testing

/// `Future { … }` with a closure that returns a future.
@Suite struct FutureStartedWorkTests {
  private let promise = Promise<Int, any Error>()

  @Test func hasTheOutcomeOfTheWork() async throws {
    let future = Future(on: .inline) { promise.future }
    #expect(!future.isSettled)
    promise.succeed(1)
    #expect(future.currentValue == 1)
  }

  @Test func cancellingItCancelsTheWork() {
    let future = Future(on: .inline) { promise.future }
    future.cancel()
    #expect(promise.future.currentError is CancellationError)
  }

  @Test func itsTokenCancelsTheWork() {
    let source = CancellationSource()
    let future = Future(on: .inline, cancellation: source.token) { promise.future }
    source.cancel()
    #expect(future.currentError is CancellationError)
    #expect(promise.future.currentError is CancellationError)
  }

  @Test func cancellingItCancelsWorkOfAnotherErrorType() async {
    let work = Promise<Int, Flaw>()
    let begun = Promise<Void, Never>()
    let started = Future { () throws -> Future<Int, Flaw> in
      begun.succeed()
      return work.future
    }
    await begun.future.value
    started.cancel()
    #expect(await work.future.result == .failure(.cancellation))
  }

  @Test func cancellingItCancelsTheTaskThatStartsTheWork() async {
    let (begun, ended) = (Promise<Void, Never>(), Promise<Void, Never>())
    let future = Future { () async -> Future<Int, any Error> in
      begun.succeed()
      while !Task.isCancelled { await Task.yield() }
      ended.succeed()
      return .never
    }
    await begun.future.value
    future.cancel()
    await ended.future.value
  }

  @Test func cancellingItCancelsWhatAnAsynchronousClosureReturned() async {
    let begun = Promise<Void, Never>()
    let future = Future { [promise] () async throws -> Future<Int, any Error> in
      begun.succeed()
      return promise.future
    }
    await begun.future.value
    future.cancel()
    #expect(await promise.future.result.failure is CancellationError)
  }

  @Test func cancellingItCancelsWhatAnAsynchronousClosureReturnsLater() async {
    let (begun, cancelled) = (Promise<Void, Never>(), Promise<Void, Never>())
    let future = Future { [promise] () async throws -> Future<Int, any Error> in
      begun.succeed()
      await cancelled.future.value
      return promise.future
    }
    await begun.future.value
    future.cancel()
    cancelled.succeed()
    #expect(await promise.future.result.failure is CancellationError)
  }

  @Test func cancellingItCancelsWhatAClosureOfAnotherErrorTypeReturnsLater() async {
    let (begun, cancelled) = (Promise<Void, Never>(), Promise<Void, Never>())
    let work = Promise<Int, Flaw>()
    let future = Future { () async throws -> Future<Int, Flaw> in
      begun.succeed()
      await cancelled.future.value
      return work.future
    }
    await begun.future.value
    future.cancel()
    cancelled.succeed()
    #expect(await work.future.result == .failure(.cancellation))
  }

  @Test func anErrorOfTheAsynchronousClosureFailsTheFuture() async {
    let future = Future { () async throws -> Future<Int, any Error> in throw Flaw.cancellation }
    #expect(await future.result.failure is Flaw)
    let other = Future { () async throws -> Future<Int, Flaw> in throw Flaw.cancellation }
    #expect(await other.result.failure is Flaw)
  }

  private enum Flaw: Error, CancellationRepresentable {
    case cancellation

    var isCancellation: Bool { true }
  }
}
