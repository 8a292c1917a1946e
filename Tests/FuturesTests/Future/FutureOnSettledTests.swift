import Futures
import FuturesTesting
import Testing
import TestSupport

/// An error of one test, which distinguishes what it causes from concurrent tests.
private struct Unseen: Error {
  let test: String
}

@Suite struct FutureOnSettledTests {
  @Test(arguments: [Result<Int, TestError>.success(1), .failure(.second)])
  func seesThatThereIsAnOutcome(_ outcome: Result<Int, TestError>) {
    let promise = Promise<Int, TestError>()
    let calls = Counter()
    promise.future.ignoringFailure().onSettled { calls.add() }
    #expect(calls.value == 0)
    promise.complete(outcome)
    #expect(calls.value == 1)
    promise.future.onSettled { calls.add() }
    #expect(calls.value == 2)
  }

  @Test func runsInTheOrderOfRegistration() {
    let promise = Promise<Int, TestError>()
    let log = Log<String>()
    promise.future
      .onSuccess { _ in log.add("first") }
      .onSettled { log.add("second") }
      .onComplete { _ in log.add("third") }
    promise.succeed(1)
    #expect(log.all == ["first", "second", "third"])
  }

  @Test func runsOnAContext() {
    let manual = ManualContext()
    let calls = Counter()
    Future<Int, Never>(value: 1).on(manual.context).onSettled { calls.add() }
    #expect(calls.value == 0)
    manual.runAll()
    #expect(calls.value == 1)
  }

  @Test @MainActor func runsOnTheMainActorInCodeOfTheMainActor() async {
    let screen = Screen()
    let promise = Promise<Int, Never>()
    let settled = promise.future.onSettled { screen.finish() }
    promise.future.onSettled(for: screen) { $0.finish() }
    _ = await Task.detached { promise.succeed(1) }.value
    _ = await settled.value
    await screen.twice.value
    #expect(screen.finished == 2)
  }

  @Test func doesNotRunOnceItsTokenIsCancelled() {
    let source = CancellationSource()
    let promise = Promise<Int, Never>()
    let calls = Counter()
    var probe: Tracked? = Tracked()
    weak let watched = probe
    promise.future.onSettled(cancellation: source.token) { [probe] in
      withExtendedLifetime(probe) { _ = calls.add() }
    }
    probe = nil
    source.cancel()
    #expect(watched == nil)
    promise.succeed(1)
    #expect(calls.value == 0)
  }

  @Test func doesNotRunWithoutItsOwner() {
    let promise = Promise<Int, Never>()
    let calls = Counter()
    var owner: Tracked? = Tracked()
    promise.future.onSettled(for: owner!) { _ in calls.add() }
    owner = nil
    promise.succeed(1)
    #expect(calls.value == 0)
  }

  // MARK: Diagnostics

  @Test(arguments: ["settled", "pending", "token", "context", "owner"])
  func doesNotCountAsLookingAtAFailure(_ how: String) {
    let recorder = DiagnosticsRecorder { ($0.error as? Unseen)?.test == how }
    let owner = Tracked()
    recorder.record {
      let promise = Promise<Int, Unseen>()
      if how == "settled" { promise.fail(Unseen(test: how)) }
      switch how {
      case "token": promise.future.onSettled(cancellation: CancellationSource().token) {}
      case "context": promise.future.on(.custom { $0() }).onSettled {}
      case "owner": promise.future.onSettled(for: owner) { _ in }
      default: promise.future.onSettled {}
      }
      if how != "settled" { promise.fail(Unseen(test: how)) }
    }
    #expect(recorder.diagnostics.map(\.kind) == [.unobservedFailure])
  }

  /// A handwritten cache of a client, which reads the outcome without hiding a failure.
  @Test func aFailureThatOnlyACacheHasSeenIsReported() {
    let recorder = DiagnosticsRecorder { ($0.error as? Unseen)?.test == "cache" }
    let kept = Box<[String: Future<Int, any Error>]>([:])

    @Sendable func load(_ key: String) -> Future<Int, any Error> {
      if let future = kept.value[key] { return future }
      let future = Future<Int, any Error>(error: Unseen(test: "cache"))
      kept.value[key] = future
      return future.onSettled { if future.currentValue == nil { kept.value[key] = nil } }
    }

    recorder.record { _ = load("a") }
    #expect(kept.value.isEmpty)
    #expect(recorder.diagnostics.map(\.kind) == [.unobservedFailure])
    recorder.record { load("a").onFailure { _ in } }
    #expect(recorder.diagnostics.count == 1)
  }

  /// A bridge that reads outcomes for its own purposes.
  @Test func anAdapterSeesTheOutcomeAndHidesNoFailure() {
    let recorder = DiagnosticsRecorder { ($0.error as? Unseen)?.test == "adapter" }
    let seen = Log<String>()
    @Sendable func note<Value>(_ result: Result<Value, some Error>?) {
      switch result {
      case .success(let value)?: seen.add("\(value)")
      case .failure(let error as Unseen)?: seen.add(error.test)
      default: seen.add("none")
      }
    }
    recorder.record {
      Future<Int, Never>(value: 1).inspect(note)
      Future<Int, any Error>(error: Unseen(test: "adapter")).inspect(note)
    }
    #expect(seen.all == ["1", "adapter"])
    #expect(recorder.diagnostics.map(\.kind) == [.unobservedFailure])
  }

  @Test func anAdapterHearsThatThereWillBeNoOutcome() {
    let (promise, source) = (Promise<Int, Never>(), CancellationSource())
    let seen = Log<Bool>()
    promise.future.map(cancellation: source.token) { $0 }.inspect { seen.add($0 == nil) }
    source.cancel()
    promise.succeed(1)
    #expect(seen.all == [true])
  }
}

@MainActor
private final class Screen {
  private(set) var finished = 0
  private let promise = Promise<Void, Never>()

  var twice: Future<Void, Never> { promise.future }

  func finish() {
    MainActor.assertIsolated()
    finished += 1
    if finished == 2 { promise.succeed() }
  }
}
