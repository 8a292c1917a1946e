import Futures
import FuturesTesting
import TestSupport
import Testing

/// An asynchronous closure that a function starts later runs with the task-local values, and in the
/// scope, of the code that called the function.
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

  @Test func furtherWorkAndRecoveryAreOfTheCodeThatAddsThem() async throws {
    let further = WebRequest.by("bob") {
      gate.future.flatMap { _ async in Future(value: WebRequest.user) }
    }
    let checked = WebRequest.by("dave") {
      gate.future.flatMap { _ async throws in
        try Task.checkCancellation()
        return Future<String, TestError>(value: WebRequest.user)
      }
    }
    let failing = Promise<String, any Error>()
    let rescued = WebRequest.by("erin") { failing.future.recover { _ async in WebRequest.user } }
    WebRequest.by("carol") {
      gate.succeed()
      failing.fail(TestError.first)
    }
    #expect(try await further.value == "bob")
    #expect(try await checked.value == "dave")
    #expect(await rescued.value == "erin")
  }

  @Test func contendersAreOfTheCaller() async throws {
    let users = Log<String>()
    let winner = try await WebRequest.$user.withValue("bob") {
      try await withRace { [gate] in
        users.add(WebRequest.user)
        try await gate.future.value
        return "nobody"
      } or: { [gate] in
        users.add(WebRequest.user)
        WebRequest.by("carol") { gate.succeed() }
        return WebRequest.user
      }
    }
    #expect(["bob", "nobody"].contains(winner))
    #expect(Set(users.all) == ["bob"])
  }

  @Test func cancellingFurtherWorkCancelsItsTask() async {
    let (begun, ended) = (Promise<Void, Never>(), Promise<Bool, Never>())
    let suspended = gate.future.flatMap { _ async in
      begun.succeed()
      while !Task.isCancelled { await Task.yield() }
      ended.succeed(true)
      return Future<Int, any Error>(value: 1)
    }
    gate.succeed()
    await begun.future.value
    suspended.cancel()
    #expect(await ended.future.value)
    #expect(suspended.currentError is CancellationError)
  }

  @Test func cancellingARecoveryCancelsItsTask() async {
    let (begun, ended) = (Promise<Void, Never>(), Promise<Bool, Never>())
    let result = gate.future.recover { _ async throws in
      begun.succeed()
      while !Task.isCancelled { await Task.yield() }
      ended.succeed(true)
    }
    gate.fail(TestError.first)
    await begun.future.value
    result.cancel()
    #expect(await ended.future.value)
    #expect(result.currentError is CancellationError)
  }

  @MainActor
  @Test func aTimeLimitCancelsWhatItsClosureHasStarted() async {
    let (begun, stopped) = (Promise<Void, Never>(), Promise<Void, Never>())
    let result = Future { [clock] in
      try await withTimeout(.seconds(1), clock: clock) {
        Future { () async throws in
          begun.succeed()
          while !Task.isCancelled { await Task.yield() }
          stopped.succeed()
        }
      }
    }
    await begun.future.value
    clock.advance(by: .seconds(1))
    #expect(await result.result.failure is TimeoutError)
    await stopped.future.value
  }

  /// Objects that start work own the futures that their closures return, asynchronous or not.
  @Test func anOwnerCancelsTheFutureOfItsClosure() async {
    let (limit, latest) = (ConcurrencyLimit(1), Latest<Int, any Error>())
    let loads = SharedLoads<Int, Int, any Error>()
    let starts:
      [(@escaping @Sendable () async -> Future<Int, any Error>) -> Future<Int, any Error>] =
        [
          { body in limit.run { await body() } },
          { body in latest.start { await body() } },
          { body in loads.load(1) { await body() } },
          { body in Future { await body() } },
        ]
    for start in starts {
      let (work, returned) = (Promise<Int, any Error>(), Promise<Void, Never>())
      let future = work.future
      let result = start {
        defer { returned.succeed() }
        return future
      }
      await returned.future.value
      result.cancel()
      #expect(await future.result.failure is CancellationError)
    }
  }

  /// Work that cannot fail ignores the scope that it is started in.
  @Test func workThatCannotFailRunsInACancelledScope() async {
    let scope = CancellationSource()
    scope.cancel()
    let (limit, latest) = (ConcurrencyLimit(1), Latest<Int, Never>())
    await withCancellationScope(linkedTo: scope.token) {
      #expect(await limit.run { 1 }.value == 1)
      #expect(await latest.start { 2 }.value == 2)
    }
  }

  /// The code that started the future, or that waits for it, does not know the function that
  /// follows it.
  @Test func aFutureThatWasStartedElsewhereSurvivesTheVerbThatFollowsIt() async throws {
    let shared = Promise<Int, any Error>()
    let future = shared.future
    let returned = (0..<3).map { _ in Promise<Void, Never>() }
    let follow: @Sendable (Int) async -> Future<Int, any Error> = { number in
      defer { returned[number].succeed() }
      return future
    }
    let results: [Future<Void, any Error>] = [
      Future { [clock] in
        try await withTimeout(.seconds(1), clock: clock) { await follow(0) }
      }.asVoid(),
      Future { try await withRetry { await follow(1) } }.asVoid(),
      [2].traverse { await follow($0) }.asVoid(),
    ]
    _ = await returned.map(\.future).all().value
    for result in results { result.cancel() }
    clock.advance(by: .seconds(1))
    shared.succeed(1)
    #expect(try await future.value == 1)
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
    #expect(old.currentError is SupersededError)
    #expect(try await new.value == 2)
  }
}
