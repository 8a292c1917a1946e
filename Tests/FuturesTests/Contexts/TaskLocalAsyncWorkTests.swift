import Futures
import FuturesTesting
import TestSupport
import Testing

/// An asynchronous closure that a verb starts later runs with the task-local values, and in the
/// scope, of the code that asked for it.
@Suite(.timeLimit(.minutes(10))) struct TaskLocalAsyncWorkTests {
  private let clock = ManualClock()
  private let gate = Promise<Void, any Error>()

  @Test func aCallThatWaitsForItsTurnIsOfItsCaller() async throws {
    let limit = ConcurrencyLimit(1)
    let first = WebRequest.by("alice") { limit.run { [gate] in try await gate.future.value } }
    let second = WebRequest.by("bob") { limit.run { WebRequest.user } }
    WebRequest.by("carol") { gate.succeed() }
    try await first.value
    #expect(await second.value == "bob")
  }

  @Test func laterAttemptsAreOfTheCaller() async throws {
    let users = Log<String>()
    let result = WebRequest.by("bob") {
      Future.retry(RetryPolicy(attempts: 3)) { [gate] attempt in
        users.add(WebRequest.user)
        if attempt == 1 { try await gate.future.value }
        if attempt < 3 { throw TestError.first }
        return WebRequest.user
      }
    }
    WebRequest.by("carol") { gate.succeed() }
    #expect(try await result.value == "bob")
    #expect(users.all == ["bob", "bob", "bob"])
  }

  @Test func laterElementsAreOfTheCaller() async throws {
    let result = WebRequest.by("bob") {
      [1, 2, 3].traverse(maxConcurrent: 1) { [gate] number in
        if number == 1 { try await gate.future.value }
        return "\(WebRequest.user) \(number)"
      }
    }
    WebRequest.by("carol") { gate.succeed() }
    #expect(try await result.value == ["bob 1", "bob 2", "bob 3"])
  }

  @Test func workAfterAPauseIsOfTheCaller() async throws {
    let latest = Latest<String, any Error>()
    let result = WebRequest.by("bob") {
      latest.debounce(.seconds(1), clock: clock) { WebRequest.user }
    }
    WebRequest.by("carol") { clock.advance(by: .seconds(1)) }
    #expect(try await result.value == "bob")
  }

  @Test func aLoadIsOfItsFirstCaller() async throws {
    let loads = SharedLoads<Int, String, any Error>()
    let results = ["bob", "carol"]
      .map { user in WebRequest.by(user) { loads.load(1) { WebRequest.user } } }
    #expect(try await results.all().value == ["bob", "bob"])
  }

  @Test func aTransformIsOfTheCodeThatAddsIt() async throws {
    let user = WebRequest.by("bob") { gate.future.map { _ async in WebRequest.user } }
    let checked = WebRequest.by("dave") {
      gate.future.map { _ async throws in
        try Task.checkCancellation()
        return WebRequest.user
      }
    }
    WebRequest.by("carol") { gate.succeed() }
    #expect(try await user.value == "bob")
    #expect(try await checked.value == "dave")
  }

  @Test func aTransformIsInTheScopeOfTheCodeThatAddsIt() async {
    let scope = CancellationSource()
    let begun = Promise<Void, Never>()
    let result = withCancellationScope(linkedTo: scope.token) {
      gate.future.map { _ in
        begun.succeed()
        try await Task.sleep(for: .seconds(3_600))
      }
    }
    gate.succeed()
    await begun.future.value
    scope.cancel()
    #expect(await result.result.failure is CancellationError)
  }

  @Test func cancellingATransformCancelsItsTask() async {
    let (begun, ended) = (Promise<Void, Never>(), Promise<Bool, Never>())
    let result = gate.future.map { _ in
      begun.succeed()
      while !Task.isCancelled { await Task.yield() }
      ended.succeed(true)
    }
    gate.succeed()
    await begun.future.value
    result.cancel()
    #expect(await ended.future.value)
    #expect(result.currentError is CancellationError)
  }

  @Test func aTransformOfAFailureDoesNotRun() async {
    let result = gate.future.map { _ async throws -> Int in
      Issue.record("has run")
      return 1
    }
    gate.fail(TestError.second)
    #expect(await result.result.failure as? TestError == .second)
  }

  @Test func aTimeLimitEndsWorkThatIgnoresIt() async {
    let (release, ended) = (Promise<Void, Never>(), Promise<Bool, Never>())
    let result = Future.timeout(.seconds(1), clock: clock) {
      await release.future.value
      ended.succeed(Task.isCancelled)
    }
    clock.advance(by: .seconds(1))
    #expect(result.currentError is TimeoutError)
    release.succeed()
    #expect(await ended.future.value)
  }

  @Test func newWorkCancelsTheTaskOfTheOld() async throws {
    let latest = Latest<Int, any Error>()
    let (begun, ended) = (Promise<Void, Never>(), Promise<Bool, Never>())
    let old = latest.start {
      begun.succeed()
      while !Task.isCancelled { await Task.yield() }
      ended.succeed(true)
      return 1
    }
    await begun.future.value
    let new = latest.start { 2 }
    #expect(await ended.future.value)
    #expect(old.currentError is CancellationError)
    #expect(try await new.value == 2)
  }
}
