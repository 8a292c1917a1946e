import Futures
import FuturesTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ManualCallsTests {
  private let calls = ManualCalls<String, Int, any Error>()

  @Test func recordsCallsInOrder() {
    _ = calls("a")
    _ = calls("b")
    #expect(calls.inputs == ["a", "b"])
    #expect(calls.pendingCount == 2)
  }

  @Test func answersTheOldestPendingCall() throws {
    let (a, b) = (calls("a"), calls("b"))
    try calls.succeed(1)
    #expect(a.currentValue == 1)
    #expect(!b.isSettled)
    try calls.fail(Refused())
    #expect(b.currentError is Refused)
    #expect(calls.pendingCount == 0)
  }

  @Test func answersOutOfOrder() throws {
    let (a, b) = (calls("a"), calls("b"))
    try calls.succeed(2, at: 1)
    #expect(!a.isSettled)
    #expect(b.currentValue == 2)
    try calls.complete(.success(1))
    #expect(a.currentValue == 1)
  }

  @Test func runsClosuresBeforeItReturns() throws {
    let doubled = calls("a").map { $0 * 2 }
    try calls.succeed(21)
    #expect(doubled.currentValue == 42)
  }

  @Test func passesOverCancelledCalls() throws {
    let (a, b) = (calls("a"), calls("b"))
    a.cancel()
    #expect(calls.pendingCount == 1)
    try calls.succeed(1)
    #expect(b.currentValue == 1)
  }

  @Test func aCallBelongsToItsScope() {
    let page = withCancellationScope { calls("a").map { $0 + 1 } }
    page.cancel()
    #expect(calls.futures[0].currentError is CancellationError)
  }

  @Test func aCallInACancelledScopeIsNotRecorded() {
    let scope = CancellationSource()
    scope.cancel()
    #expect(calls("a", cancellation: scope.token).currentError is CancellationError)
    #expect(calls.inputs.isEmpty)
  }

  @Test func needsNoInput() throws {
    let pings = ManualCalls<Void, String, Never>()
    let ping = pings()
    #expect(pings.inputs.count == 1)
    try pings.succeed("pong")
    #expect(ping.currentValue == "pong")
  }

  @Test func releasingItCancelsPendingCalls() {
    var calls: ManualCalls<Int, Int, any Error>? = ManualCalls()
    let future = calls?(1)
    calls = nil
    #expect(future?.currentError is CancellationError)
  }

  #if DEBUG
  @Test func diagnosticsNameTheFake() {
    let recorder = DiagnosticsRecorder { $0.error is Unnoticed && $0.began() }
    recorder.record {
      let unnoticed = ManualCalls<Int, Int, any Error>()
      _ = unnoticed(1)
      _ = Result { try unnoticed.fail(Unnoticed()) }
    }
    #expect(recorder.diagnostics.map(\.kind) == [.unobservedFailure])
  }
  #endif
}

private struct Unnoticed: Error {}

/// Calls of asynchronous code.
@Suite(.timeLimit(.minutes(10)))
struct ManualCallsAsyncTests {
  private let calls = ManualCalls<String, Int, any Error>()

  @Test func waitsForTheAnswer() async throws {
    let value = Future { try await calls.value(for: "a") }
    try await calls.waitForCalls()
    #expect(calls.inputs == ["a"])
    try calls.succeed(1)
    #expect(try await value.value == 1)
  }

  @Test func throwsTheError() async throws {
    let value = Future { try await calls.value(for: "a") }
    try await calls.waitForCalls()
    try calls.fail(Refused())
    await #expect(throws: Refused.self) { try await value.value }
  }

  @Test func cancellingTheTaskCancelsTheCall() async throws {
    let task = Task { try await calls.value(for: "a") }
    try await calls.waitForCalls()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(calls.futures[0].currentError is CancellationError)
  }

  @Test func aWaitingCallBelongsToTheScopeInWhichItIsMade() async throws {
    let scope = CancellationSource()
    let waiting = scope.token.asCurrent { Task { try await calls.value(for: "a") } }
    try await calls.waitForCalls()
    scope.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  @Test func aCancelledTaskCancelsItsCallAtOnce() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await calls.value(for: "a")
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(calls.inputs == ["a"])
    #expect(calls.pendingCount == 0)
  }

  @Test func needsNoInput() async throws {
    let pings = ManualCalls<Void, String, Never>()
    async let ping = pings.value()
    try await pings.waitForCalls()
    try pings.succeed("pong")
    #expect(await ping == "pong")
  }

  @Test func keepsTheErrorType() async throws {
    let typed = ManualCalls<Int, Int, Refused>()
    let value = Future { () async throws(Refused) -> Int in try await typed.value(for: 1) }
    try await typed.waitForCalls()
    try typed.fail(Refused())
    let error: Refused? = await value.result.failure
    #expect(error != nil)
  }

  @Test func waitsForSeveralCalls() async throws {
    let arrival = Future { try await calls.waitForCalls(2) }
    _ = calls("a")
    #expect(!arrival.isSettled)
    _ = calls("b")
    try await arrival.value
  }

  @Test func onlyPendingCallsCount() async throws {
    _ = calls("a")
    try calls.succeed(1)
    let next = Future { try await calls.waitForCalls() }
    let two = Future { try await calls.waitForCalls(2) }
    #expect(!next.isSettled)
    _ = calls("b")
    try await next.value
    #expect(!two.isSettled)
    calls.futures[1].cancel()
    _ = calls("c")
    #expect(!two.isSettled)
    _ = calls("d")
    try await two.value
  }

  @Test func allCallsCountIfAsked() async throws {
    _ = calls("a")
    try calls.succeed(1)
    try await calls.waitForCalls(inAll: 1)
    let two = Future { try await calls.waitForCalls(inAll: 2) }
    #expect(!two.isSettled)
    _ = calls("b")
    try await two.value
    let error = await #expect(throws: NoSuchCall.self) {
      try await calls.waitForCalls(inAll: 3, patience: .milliseconds(1))
    }
    #expect(error?.reason == .tooFew(wanted: 3, within: .milliseconds(1)))
  }

  @Test func zeroCallsAreThereAlready() async throws {
    try await calls.waitForCalls(0)
    try await calls.waitForCalls(inAll: 0)
  }

  @Test func givesUpAfterAWhile() async {
    _ = calls("a")
    let error = await #expect(throws: NoSuchCall.self) {
      try await calls.waitForCalls(2, patience: .milliseconds(1))
    }
    #expect(error?.reason == .tooFew(wanted: 2, within: .milliseconds(1)))
    #expect(error?.inputs == ["\"a\""])
  }

  @Test func stopsWaitingWhenTheTaskIsCancelled() async {
    let waiting = Task { try await calls.waitForCalls() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }
}
