import Futures
import FuturesTesting
import Testing
import TestSupport

/// An error of this file alone, which distinguishes what these tests cause.
private struct Unseen: Error, CustomStringConvertible {
  var description: String { "nobody looked" }
}

/// An error that does not fit into a future.
private struct LargeUnseen: Error {
  let numbers = (1, 2, 3, 4, 5)
}

/// The errors and mistakes that would otherwise go unnoticed.
///
/// There is one handler for the whole process, so these tests run one after another, and consider
/// only what began in this file. The creation sites that tell this exist only in debug builds.
@Suite(.serialized) struct DiagnosticsTests {
  /// Returns the diagnostics that `body` causes, if their chain of futures began in this file.
  private func reports(
    of kind: Diagnostic.Kind,
    _ body: () -> Void
  ) -> [Diagnostic] {
    let recorder = DiagnosticsRecorder {
      $0.error is Unseen || $0.error is LargeUnseen || $0.began()
    }
    recorder.record(body)
    return recorder.diagnostics(of: kind)
  }

  // MARK: Unobserved failures

  @Test func aFailureNobodyLookedAtIsReported() throws {
    let line: UInt = #line + 2
    let reports = reports(of: .unobservedFailure) {
      _ = Future<Int, Unseen>(error: Unseen())
    }
    let report = try #require(reports.first)
    #expect(reports.count == 1)
    #expect(report.error is Unseen)
    #if DEBUG
    #expect(report.site?.line == line)
    #expect(
      "\(report)" == "unobserved failure: Unseen: nobody looked (created at \(#fileID):\(line))"
    )
    #endif
  }

  @Test func theEndOfAChainIsReportedOnceWithItsBeginning() {
    let reports = reports(of: .unobservedFailure) {
      let promise = Promise<Int, Unseen>()
      _ = promise.future.map { $0 }.flatMap { Future(value: $0) }
      promise.fail(Unseen())
    }
    #expect(reports.count == 1)
    #if DEBUG
    #expect(reports.first?.began() == true)
    #endif
  }

  @Test(arguments: [
    "result", "error", "onComplete", "onFailure", "ignoringFailure", "recover",
  ])
  func lookingAtItIsEnough(_ how: String) {
    let reports = reports(of: .unobservedFailure) {
      let future = Future<Int, Unseen>(error: Unseen())
      switch how {
      case "result": _ = future.currentResult
      case "error": _ = future.currentError
      case "onComplete": future.onComplete { _ in }
      case "onFailure": future.onFailure { _ in }
      case "ignoringFailure": future.ignoringFailure()
      default: _ = future.recover { _ in 0 }
      }
    }
    #expect(reports.isEmpty)
  }

  @Test func lookingAtThePendingFutureIsEnough() {
    let reports = reports(of: .unobservedFailure) {
      let promise = Promise<Int, Unseen>()
      promise.future.onFailure { _ in }
      promise.fail(Unseen())
    }
    #expect(reports.isEmpty)
  }

  @Test func awaitingIsLooking() async {
    let recorder = DiagnosticsRecorder { $0.error is Unseen }
    await recorder.record {
      _ = try? await Future<Int, Unseen>(error: Unseen()).value
      _ = await Future<Int, Unseen>(error: Unseen()).result
    }
    #expect(recorder.diagnostics.isEmpty)
  }

  @Test func aTokenIsNotLooking() {
    let source = CancellationSource()
    let reports = reports(of: .unobservedFailure) {
      let promise = Promise<Int, any Error>()
      _ = promise.future.map(cancellation: source.token) { $0 }
      promise.fail(Unseen())
    }
    #expect(reports.count == 1)
  }

  @Test func anErrorOfAnySizeIsReported() {
    let reports = reports(of: .unobservedFailure) {
      _ = Future<Int, LargeUnseen>(error: LargeUnseen())
    }
    #expect(reports.first?.error is LargeUnseen)
  }

  @Test(arguments: ["onSuccess", "onSuccessInTurn", "isCompleted", "value", "description"])
  func whatOnlyWantsTheValueIsNotLooking(_ how: String) {
    let reports = reports(of: .unobservedFailure) {
      let future = Future<Int, Unseen>(error: Unseen())
      switch how {
      case "onSuccess": future.onSuccess { _ in }
      case "onSuccessInTurn": future.onSuccessInTurn { _ in }
      case "isCompleted": _ = future.isSettled
      case "value": _ = future.currentValue
      default: _ = future.description
      }
    }
    #expect(reports.count == 1)
  }

  /// At the nesting limit, an observer of a settled future is deferred.
  @Test(arguments: [false, true])
  func whatOnlyWantsTheValueIsNotLookingAtAnyDepth(atTheLimit: Bool) {
    let reports = reports(of: .unobservedFailure) {
      nest(toTheLimit: atTheLimit) {
        let future = Future<Int, Unseen>(error: Unseen())
        future.onSuccessInTurn { _ in Issue.record("no value") }
      }
    }
    #expect(reports.count == 1)
  }

  @Test(arguments: ["first", "second", "third", "token", "context", "token and context"])
  func whatOnlyWantsTheValueOfAPendingFutureIsNotLooking(_ how: String) {
    let manual = ManualContext()
    let source = CancellationSource()
    let reports = reports(of: .unobservedFailure) {
      let promise = Promise<Int, Unseen>()
      let future = promise.future
      switch how {
      case "first": future.onSuccess { _ in }
      case "second": future.onSuccess { _ in }.onSuccess { _ in }
      case "third": future.onSuccess { _ in }.onSuccess { _ in }.onSuccess { _ in }
      case "token": future.onSuccess(cancellation: source.token) { _ in }
      case "context": future.on(manual.context).onSuccess { _ in }
      default: future.on(manual.context).onSuccess(cancellation: source.token) { _ in }
      }
      promise.fail(Unseen())
      manual.runAll()
    }
    #expect(reports.count == 1)
  }

  @Test func whatIsDerivedBehindALookHasADutyOfItsOwn() {
    let reports = reports(of: .unobservedFailure) {
      _ = Future<Int, Unseen>(error: Unseen()).onFailure { _ in }.map { $0 }
    }
    #expect(reports.count == 1)
  }

  @Test func inputsOfACombinatorAreLookedAt() {
    let reports = reports(of: .unobservedFailure) {
      let failing = { Future<Int, Unseen>(error: Unseen()) }
      [failing(), failing()].all().ignoringFailure()
      [failing(), failing()].firstCompleted().ignoringFailure()
      zip(failing(), failing()).ignoringFailure()
      _ = [failing(), failing()].allSettled()
      [failing(), failing()].firstSuccess().ignoringFailure()
    }
    #expect(reports.isEmpty)
  }

  @Test func aFailureThatFlatMapPassesOnIsLookedAtThere() {
    let reports = reports(of: .unobservedFailure) {
      let failing = { @Sendable in Future<Int, Unseen>(error: Unseen()) }
      let start = Future<Int, Unseen>(value: 1)
      start.flatMap { _ in failing() }.ignoringFailure()
      start.flatMap { _ in failing().mapError { $0 as any Error } }.ignoringFailure()
      start.flatMapResult(on: .inline) { _ in failing() }.ignoringFailure()
      failing().flatMapError { _ in failing() }.ignoringFailure()
      let pending = Promise<Int, Unseen>()
      let late = start.flatMap { _ in pending.future }
      pending.fail(Unseen())
      late.ignoringFailure()
    }
    #expect(reports.isEmpty)
  }

  @Test func aFailureThatFlatMapErasesIsLookedAtThere() {
    let reports = reports(of: .unobservedFailure) {
      let start = Future<Int, TestError>(value: 1)
      let failed: Future<Int, any Error> = start.flatMap { _ in
        Future<Int, Unseen>(error: Unseen())
      }
      failed.ignoringFailure()
      let pending = Promise<Int, Unseen>()
      let late: Future<Int, any Error> = start.flatMap { _ in pending.future }
      pending.fail(Unseen())
      late.ignoringFailure()
      Future<Int, Unseen>(error: Unseen()).eraseFailure().ignoringFailure()
    }
    #expect(reports.isEmpty)
  }

  @Test func theFailureOfAFutureForACancelledPromiseIsNotReported() {
    let reports = reports(of: .unobservedFailure) {
      for isLate in [true, false] {
        let other = Promise<Int, any Error>()
        let promise = Promise<Int, any Error>()
        if isLate { promise.cancel() }
        promise.complete(with: other.future)
        if !isLate { promise.cancel() }
        other.fail(Unseen())
      }
      let promise = Promise<Int, any Error>()
      promise.cancel()
      promise.complete(with: Future(error: Unseen()))
    }
    #expect(reports.isEmpty)
  }

  /// Registrations are counted, and those that have ended are unlinked from time to time.
  @Test(arguments: [1, 7, 8, 9, 30])
  func theFailureForManyCancelledPromisesIsNotReported(_ count: Int) {
    let reports = reports(of: .unobservedFailure) {
      let other = Promise<Int, any Error>()
      for _ in 0..<count {
        let promise = Promise<Int, any Error>()
        promise.complete(with: other.future)
        promise.cancel()
        _ = [other.future, Future(error: CancellationError())].all()
        Future<Int, any Error>(value: 1).flatMap { _ in other.future }.cancel()
      }
      other.fail(Unseen())
    }
    #expect(reports.isEmpty)
  }

  @Test func observersThatEndedAndWereUnlinkedStillCount() {
    let reports = reports(of: .unobservedFailure) {
      let other = Promise<Int, any Error>()
      for _ in 0..<30 { Future<Int, any Error>(value: 1).flatMap { _ in other.future }.cancel() }
      // These observe no failure, and one of them stays linked.
      for _ in 0..<30 {
        let source = CancellationSource()
        other.future.onSettled(cancellation: source.token) {}
        source.cancel()
      }
      other.fail(Unseen())
    }
    #expect(reports.isEmpty)
  }

  @Test func theFailureForPromisesThatAreCancelledMeanwhileIsNotReported() async {
    let recorder = DiagnosticsRecorder { $0.error is Unseen }
    let rounds = StressSize.rounds / 10
    let pairs = Rounds(rounds) {
      let promise = Promise<Int, any Error>()
      promise.future.ignoringFailure()
      return (promise, Promise<Int, any Error>())
    }
    await recorder.record {
      await race(rounds: rounds) { round in
        pairs[round].0.cancel()
      } _: { round in
        pairs[round].0.complete(with: pairs[round].1.future)
        pairs[round].1.fail(Unseen())
      }
      for round in 0..<rounds { pairs[round] = (Promise(), Promise()) }
    }
    #expect(recorder.diagnostics(of: .unobservedFailure).isEmpty)
  }

  @Test func aFailureThatFlatMapPassedOnIsReportedOnce() {
    let reports = reports(of: .unobservedFailure) {
      _ = Future<Int, Unseen>(value: 1).flatMap { _ in Future<Int, Unseen>(error: Unseen()) }
    }
    #expect(reports.count == 1)
  }

  @Test func cancellationIsNotReported() {
    let recorder = DiagnosticsRecorder { $0.kind == .unobservedFailure && $0.began() }
    recorder.record {
      let promise = Promise<Int, any Error>()
      _ = promise.future.map { $0 }
      promise.cancel()
      let stoppable = Promise<Int, StoppableError>()
      stoppable.fail(.stopped)
    }
    #expect(recorder.diagnostics.isEmpty)
  }

  #if DEBUG
  @Test func asynchronousWorkNamesTheLineThatStartsIt() async throws {
    struct Late: Error {}
    let recorder = DiagnosticsRecorder { $0.error is Late }
    try await recorder.record {
      let line: UInt = #line + 1
      _ = Future<Int, any Error> { () async throws -> Int in throw Late() }
      let report = try await recorder.first()
      #expect(report.site?.line == line)
      #expect(report.began())
    }
  }

  @Test func anAsynchronousTransformNamesTheBeginningOfItsChain() async throws {
    struct Late: Error {}
    let recorder = DiagnosticsRecorder { $0.error is Late }
    try await recorder.record {
      let line: UInt = #line + 1
      let promise = Promise<Int, any Error>()
      _ = promise.future.map { _ async throws -> Int in throw Late() }
      promise.succeed(1)
      let report = try await recorder.first()
      #expect(report.site?.line == line)
      #expect(report.began())
    }
  }

  // MARK: Broken promises

  @Test func aDroppedPromiseSomebodyWaitsForIsReported() {
    let reports = reports(of: .brokenPromise) {
      let promise = Promise<Int, any Error>()
      promise.future.onFailure { _ in }
    }
    #expect(reports.count == 1)
  }

  @Test func aDroppedPromiseIsReportedThoughItsErrorTypeCannotHoldIt() {
    let reports = reports(of: .brokenPromise) {
      let promise = Promise<Int, TestError>()
      promise.future.onComplete { _ in }
    }
    #expect(reports.count == 1)
  }

  @Test func aDroppedPromiseIsReportedIfOneOfManyLooksAtFailures() {
    let reports = reports(of: .brokenPromise) {
      let promise = Promise<Int, any Error>()
      for _ in 0..<3 { promise.future.onSuccess { _ in } }
      promise.future.onFailure { _ in }
      promise.future.onSuccess { _ in }
    }
    #expect(reports.count == 1)
  }

  @Test(arguments: 1...3)
  func aDroppedPromiseOfWhichOnlyTheValueIsWantedIsSilent(_ observers: Int) {
    let reports = reports(of: .brokenPromise) {
      let promise = Promise<Int, any Error>()
      for _ in 0..<observers { promise.future.onSuccess { _ in } }
    }
    #expect(reports.isEmpty)
  }

  @Test func aDroppedPromiseForACancelledOneIsSilent() {
    let reports = reports(of: .brokenPromise) {
      let other = Promise<Int, any Error>()
      let promise = Promise<Int, any Error>()
      promise.complete(with: other.future)
      promise.cancel()
      let third = Promise<Int, any Error>()
      let derived = Future<Int, any Error>(value: 1)
        .flatMap { _ throws -> Future<Int, any Error> in third.future }
      derived.cancel()
    }
    #expect(reports.isEmpty)
  }

  @Test func aDroppedPromiseNobodyWaitsForIsSilent() {
    let recorder = DiagnosticsRecorder { $0.began() }
    recorder.record {
      _ = Promise<Int, any Error>()
      let promise = Promise<Int, any Error>()
      promise.onCancel {}
    }
    #expect(recorder.diagnostics.isEmpty)
  }

  @Test(arguments: ["cancel()", "token", "task", "timeout", "race"])
  func aDroppedPromiseNobodyWaitsForAnyMoreIsSilent(_ how: String) async {
    let recorder = DiagnosticsRecorder { $0.kind == .brokenPromise && $0.began() }
    await recorder.record {
      let promise = Promise<Int, any Error>()
      let future = promise.future
      switch how {
      case "cancel()":
        future.map { $0 }.cancel()
      case "token":
        let source = CancellationSource()
        future.onFailure(cancellation: source.token) { _ in }
        _ = future.map(cancellation: source.token) { $0 }
        source.cancel()
      case "task":
        let waiting = Task { try await future.value }
        waiting.cancel()
        _ = await waiting.result
      case "timeout":
        let clock = ManualClock()
        future.timeout(.seconds(1), clock: clock).ignoringFailure()
        clock.advance(by: .seconds(1))
      default:
        _ = [future, Future(value: 1)].firstCompleted()
      }
      withExtendedLifetime(promise) {}
    }
    #expect(recorder.diagnostics.isEmpty)
  }

  @Test func aDroppedPromiseOnlySomeHaveGivenUpIsReported() {
    let reports = reports(of: .brokenPromise) {
      let promise = Promise<Int, any Error>()
      promise.future.onFailure { _ in }
      promise.future.map { $0 }.cancel()
    }
    #expect(reports.count == 1)
  }

  // MARK: Misuse

  @Test func aJobThatIsDroppedWhenItsFutureHasSettledIsNotReported() {
    let manual = ManualContext()
    let reports = reports(of: .droppedJob) {
      let promise = Promise<Int, any Error>()
      let mapped = promise.future.on(manual.context).map { $0 }
      promise.succeed(1)
      mapped.cancel()
      manual.dropAll()
    }
    #expect(reports.isEmpty)
  }

  @Test func aSecondCompletionIsReported() {
    let reports = reports(of: .doubleCompletion) {
      let promise = Promise<Int, TestError>()
      promise.succeed(1)
      promise.succeed(2)
      promise.fail(.first)
    }
    #expect(reports.count == 2)
  }

  @Test func completingAPromiseThatWasCancelledIsNotAMistake() {
    let reports = reports(of: .doubleCompletion) {
      let promise = Promise<Int, any Error>()
      promise.future.cancel()
      promise.succeed(1)
    }
    #expect(reports.isEmpty)
  }

  @Test func losingToACancellationIsNoMistakeOfAnAsyncClosure() async {
    let recorder = DiagnosticsRecorder { $0.kind == .doubleCompletion && $0.began() }
    await recorder.record {
      let gate = Promise<Void, Never>()
      let ended = Promise<Void, Never>()
      let future = Future<Int, any Error>(operation: { () async throws -> Int in
        await gate.future.value
        defer { ended.succeed() }
        return 1
      })
      future.cancel()
      gate.succeed()
      await ended.future.value
    }
    #expect(recorder.diagnostics.isEmpty)
  }

  @Test func completingAPromiseWithItsOwnFutureIsReported() {
    let reports = reports(of: .selfResolution) {
      let promise = Promise<Int, any Error>()
      promise.complete(with: promise.future)
      promise.future.ignoringFailure()
    }
    #expect(reports.count == 1)
  }

  @Test func aCancellationThatTheErrorTypeCannotHoldIsReported() {
    let source = CancellationSource()
    let promise = Promise<Int, TestError>()
    let stoppable = Promise<Int, StoppableError>()
    let reports = reports(of: .lostCancellation) {
      promise.future.map(cancellation: source.token) { $0 }.onComplete { _ in }
      stoppable.future.map(cancellation: source.token) { $0 }.onComplete { _ in }
      promise.future.onComplete(cancellation: source.token) { _ in }
      source.cancel()
    }
    #expect(reports.count == 1)
    promise.succeed(1)
    stoppable.succeed(1)
  }

  @Test func aLostCancellationIsReportedOnce() {
    let manual = ManualContext()
    let source = CancellationSource()
    let reports = reports(of: .lostCancellation) {
      let promise = Promise<Int, TestError>()
      let mapped = promise.future.on(manual.context).map(cancellation: source.token) { $0 }
      promise.succeed(1)
      source.cancel()
      manual.runAll()
      #expect(!mapped.isSettled)
    }
    #expect(reports.count == 1)
  }

  @MainActor
  @Test func blockingTheMainQueueIsReported() {
    let reports = reports(of: .blockingWaitOnMain) {
      let promise = Promise<Int, TestError>()
      #expect(promise.future.wait(timeout: .zero) == nil)
      promise.succeed(1)
      _ = promise.future.wait()
    }
    #expect(reports.count == 1)
  }

  @Test func aMapToAFutureIsReported() {
    @Sendable func save(_ number: Int) -> Future<Int, any Error> { Future(value: number) }
    let reports = reports(of: .unawaitedFuture) {
      let promise = Promise<Int, any Error>()
      _ = promise.future.map { save($0) }
      _ = promise.future.map { number throws in save(number) }
      _ = promise.future.on(.inline).map { save($0) }
      _ = promise.future.on(.inline).map { number throws in save(number) }
      _ = promise.future.flatMap { save($0) }
      _ = promise.future.map { [save($0)] }
      promise.succeed(1)
    }
    #expect(reports.count == 4)
    let detail = "the closure of map returns a \(Future<Int, any Error>.self); use flatMap"
    #expect(reports.allSatisfy { $0.detail == detail && $0.site != nil })
  }
  #endif

  // MARK: The hook

  @Test func aDiagnosticIsOneLine() {
    let recorder = DiagnosticsRecorder { $0.error is Unseen }
    recorder.record { _ = Future<Int, Unseen>(error: Unseen()) }
    #expect(recorder.diagnostics.allSatisfy { !"\($0)".contains("\n") })
    #expect(recorder.diagnostics.count == 1)
  }
}
