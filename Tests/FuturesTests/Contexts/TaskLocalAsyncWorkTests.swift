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

  @Test func laterRoundsAreOfTheCaller() async throws {
    let users = Log<String>()
    let result = WebRequest.by("bob") {
      Future.repeatWhile {
        users.add(WebRequest.user)
        return users.all.count < 4
      } _: { [gate] in
        users.add(WebRequest.user)
        try await gate.future.value
      }
    }
    WebRequest.by("carol") { gate.succeed() }
    try await result.value
    #expect(users.all == Array(repeating: "bob", count: 5))
  }

  @Test func contendersAreOfTheCaller() async throws {
    let pair = WebRequest.by("bob") {
      Future.race {
        WebRequest.user
      } or: { [gate] in
        try await gate.future.value
        return "nobody"
      }
    }
    #expect(try await pair.value == "bob")
    let several = WebRequest.by("dave") {
      [1, 2].race { [gate] number in
        if number == 1 { try await gate.future.value }
        return WebRequest.user
      }
    }
    #expect(try await several.value == "dave")
  }

  @Test func theWinnerCancelsTheTaskOfTheLoser() async throws {
    let (begun, ended) = (Promise<Void, Never>(), Promise<Bool, Never>())
    let result = Future.race {
      await begun.future.value
      return 1
    } or: {
      begun.succeed()
      while !Task.isCancelled { await Task.yield() }
      ended.succeed(true)
      return 2
    }
    #expect(await result.value == 1)
    #expect(await ended.future.value)
  }

  @Test func cancellingALoopCancelsTheTaskOfItsRound() async {
    let (begun, ended) = (Promise<Void, Never>(), Promise<Bool, Never>())
    let result = Future.repeatWhile {
      true
    } _: { () async throws in
      begun.succeed()
      while !Task.isCancelled { await Task.yield() }
      ended.succeed(true)
    }
    await begun.future.value
    result.cancel()
    #expect(await ended.future.value)
    #expect(result.currentError is CancellationError)
  }

  @Test func cancellingALoopCancelsWhatItsRoundHasStarted() async {
    let begun = Promise<Void, Never>()
    let stopped = Promise<Void, Never>()
    let result = Future.repeatWhile {
      true
    } _: { () async in
      Future { () async throws in
        begun.succeed()
        while !Task.isCancelled { await Task.yield() }
        stopped.succeed()
      }
    }
    await begun.future.value
    result.cancel()
    await stopped.future.value
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
    let result = Future.timeout(.seconds(1), clock: clock) { () async throws in
      Future { () async throws in
        begun.succeed()
        while !Task.isCancelled { await Task.yield() }
        stopped.succeed()
      }
    }
    await begun.future.value
    clock.advance(by: .seconds(1))
    #expect(result.currentError is TimeoutError)
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
    let returned = (0..<4).map { _ in Promise<Void, Never>() }
    let follow: @Sendable (Int) async -> Future<Int, any Error> = { number in
      defer { returned[number].succeed() }
      return future
    }
    let results: [Future<Void, any Error>] = [
      Future.repeatWhile({ true }, { await follow(0) }),
      Future.timeout(.seconds(1), clock: clock) { await follow(1) }.asVoid(),
      Future.retry { _ in await follow(2) }.asVoid(),
      [3].traverse { await follow($0) }.asVoid(),
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
