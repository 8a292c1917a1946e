import Dispatch
import Futures
import FuturesTesting
import TestSupport
import Testing

/// Work that a function starts later runs with the task-local values of the code that called it.
@Suite(.timeLimit(.minutes(10))) struct TaskLocalWorkTests {
  private let log = Log<String>()
  private let server = ManualServer()
  private let clock = ManualClock()
  private let manual = ManualContext()

  /// Records the user, and starts work.
  private var work: @Sendable () -> Future<Int, any Error> {
    { [log, server] in
      log.add(WebRequest.user)
      return server.request(WebRequest.user)
    }
  }

  // MARK: Limits

  @Test func aCallThatWaitsForItsTurnIsOfItsCaller() {
    let limit = ConcurrencyLimit(1)
    let first = WebRequest.by("alice") { limit.run(work) }
    let second = WebRequest.by("bob") { limit.run(work) }
    let third = WebRequest.by("carol") { limit.run { try checked(work)() } }
    WebRequest.by("alice") { server.answer(0, 1) }
    WebRequest.by("alice") { server.answer(1, 2) }
    WebRequest.by("bob") { server.answer(2, 3) }
    #expect(log.all == ["alice", "bob", "carol"])
    #expect([first.currentValue, second.currentValue, third.currentValue] == [1, 2, 3])
  }

  @Test func aCallThatWaitsForAContextIsOfItsCaller() {
    let limit = ConcurrencyLimit(1)
    let calls = ["alice", "bob"]
      .map { user in WebRequest.by(user) { limit.run(on: manual.context, work) } }
    WebRequest.by("carol") {
      manual.runAll()
      server.answer(0)
      manual.runAll()
      server.answer(1)
    }
    #expect(log.all == ["alice", "bob"])
    #expect(calls.allSatisfy { $0.isSettled })
  }

  @Test func aCallThatWaitsIsInTheScopeOfItsCaller() {
    let limit = ConcurrencyLimit(1)
    let scope = CancellationSource()
    let promise = Promise<Int, TestError>()
    let isCancelled = Box<CancellationToken?>(nil)
    let first = limit.run { promise.future }
    let second = withCancellationScope(linkedTo: scope.token) {
      limit.run {
        isCancelled.value = .current
        return Future<Int, TestError>.never
      }
    }
    withCancellationScope { () -> Future<Int, TestError> in
      promise.succeed(1)
      return first
    }
    .onComplete { _ in }
    #expect(isCancelled.value?.isCancelled == false)
    scope.cancel()
    #expect(isCancelled.value?.isCancelled == true)
    withExtendedLifetime(second) {}
  }

  @Test func aCallThatStartsAtOnceIsOfItsCaller() {
    let call = WebRequest.by("bob") { ConcurrencyLimit(1).run(work) }
    #expect(log.all == ["bob"])
    server.answer(0, 1)
    #expect(call.currentValue == 1)
  }

  // MARK: Attempts and rounds

  @Test func laterAttemptsAreOfTheCaller() {
    let policy = RetryPolicy(attempts: 4)
    let result = WebRequest.by("bob") { Future.retry(policy) { [work] in work() } }
    for number in 0..<3 { WebRequest.by("alice") { server.fail(number, TestError.first) } }
    server.answer(3, 4)
    #expect(log.all == ["bob", "bob", "bob", "bob"])
    #expect(result.currentValue == 4)
  }

  @Test func attemptsAfterAPauseAreOfTheCaller() {
    let policy = RetryPolicy(attempts: 3, backoff: .constant(.seconds(1)))
    let result = WebRequest.by("bob") {
      Future.retry(policy, clock: clock) { [work] in work() }
    }
    WebRequest.by("alice") {
      for number in 0..<2 {
        server.fail(number, TestError.first)
        clock.advance(by: .seconds(1))
      }
      server.answer(2, 3)
    }
    #expect(log.all == ["bob", "bob", "bob"])
    #expect(result.currentValue == 3)
  }

  @Test(arguments: [false, true])
  func laterRoundsAreOfTheCaller(_ isOnContext: Bool) {
    let rounds = Counter()
    let condition: @Sendable () -> Bool = { [log] in
      log.add("\(WebRequest.user)?")
      return rounds.add() < 4
    }
    let round: @Sendable () -> Future<Void, any Error> = { [work] in work().asVoid() }
    let result = WebRequest.by("bob") {
      isOnContext
        ? Future.repeatWhile(on: manual.context, condition, round)
        : Future.repeatWhile(on: .inline, condition, round)
    }
    WebRequest.by("alice") {
      for number in 0..<3 {
        manual.runAll()
        server.answer(number)
      }
      manual.runAll()
    }
    #expect(log.all == ["bob?", "bob", "bob?", "bob", "bob?", "bob", "bob?"])
    #expect(result.isSettled)
  }

  // MARK: Elements and contenders

  @Test(arguments: [false, true])
  func laterElementsAreOfTheCaller(_ isOnContext: Bool) {
    let element: @Sendable (Int) -> Future<Int, any Error> = { [work] _ in work() }
    let result = WebRequest.by("bob") {
      isOnContext
        ? (0..<5).traverse(maxConcurrent: 2, on: manual.context, element)
        : (0..<5).traverse(maxConcurrent: 2, element)
    }
    WebRequest.by("alice") {
      for number in [1, 0, 2, 4, 3] {
        manual.runAll()
        server.answer(number, number)
      }
    }
    #expect(log.all == Array(repeating: "bob", count: 5))
    #expect(result.currentValue == [0, 1, 2, 3, 4])
  }

  @Test func elementsThatAreDoneAtOnceAreOfTheCaller() {
    let first = Promise<Int, any Error>()
    let result = WebRequest.by("bob") {
      (0..<300).traverse(maxConcurrent: 1) { [log] index -> Future<Int, any Error> in
        log.add(WebRequest.user)
        return index == 150 ? first.future : Future(value: index)
      }
    }
    WebRequest.by("alice") { first.succeed(150) }
    #expect(result.currentValue == Array(0..<300))
    #expect(log.all == Array(repeating: "bob", count: 300))
  }

  @Test func elementsThatEndOnManyThreadsAreOfTheCaller() async throws {
    let result = WebRequest.by("bob") {
      (0..<500).traverse(maxConcurrent: 7) { [log] index -> Future<Int, any Error> in
        log.add(WebRequest.user)
        return Future(on: .global()) { index }
      }
    }
    #expect(try await result.value == Array(0..<500))
    #expect(log.all == Array(repeating: "bob", count: 500))
  }

  // MARK: Sharing

  @Test func workAfterAPauseIsOfTheCaller() {
    let latest = Latest<Int, any Error>()
    let result = WebRequest.by("bob") { latest.debounce(.seconds(1), clock: clock, work) }
    WebRequest.by("alice") { clock.advance(by: .seconds(1)) }
    server.answer(0, 2)
    #expect(log.all == ["bob"])
    #expect(result.currentValue == 2)
  }

  @Test func theLatestWorkIsOfTheCaller() {
    let latest = Latest<Int, any Error>()
    let first = WebRequest.by("alice") { latest.start(on: manual.context, work) }
    let second = WebRequest.by("bob") { latest.start(on: manual.context, work) }
    WebRequest.by("carol") { manual.runAll() }
    #expect(log.all == ["bob"])
    #expect(first.currentError is SupersededError)
    server.answer(0, 2)
    manual.runAll()
    #expect(second.currentValue == 2)
  }

  @Test func aLoadIsOfItsFirstCaller() {
    let loads = SharedLoads<Int, Int, any Error>()
    let calls = ["bob", "carol"]
      .map { user in WebRequest.by(user) { loads.load(1, on: manual.context, work) } }
    WebRequest.by("alice") { manual.runAll() }
    server.answer(0, 2)
    #expect(log.all == ["bob"])
    #expect(calls.map(\.currentValue) == [2, 2])
  }

  @Test func anAsynchronousLoadIsOfItsFirstCaller() async throws {
    let loads = SharedLoads<Int, String, any Error>()
    let user = try await WebRequest.$user.withValue("bob") {
      try await loads.value(for: 1) { WebRequest.user }
    }
    #expect(user == "bob")
  }

  @Test func aDetachedLoadIsOfNobody() async throws {
    let loads = SharedLoads<Int, Int, any Error>(detached: true)
    let calls = ["bob", "carol"].map { user in WebRequest.by(user) { loads.load(1, work) } }
    WebRequest.by("alice") {
      loads.load(2, on: manual.context, work).onComplete { _ in }
      manual.runAll()
      server.answer(0, 2)
    }
    #expect(log.all == ["nobody", "nobody"])
    #expect(calls.map(\.currentValue) == [2, 2])
  }

  @Test func aDetachedAsynchronousLoadIsOfNobody() async throws {
    let loads = SharedLoads<Int, String, any Error>(detached: true)
    let load = SharedLoad<String, any Error>(detached: true)
    let users = try await WebRequest.$user.withValue("bob") {
      [
        try await loads.value(for: 1) { WebRequest.user },
        try await loads.load(2) { () async throws in WebRequest.user }.value,
        try await load.value { WebRequest.user },
      ]
    }
    #expect(users == ["nobody", "nobody", "nobody"])
  }

  @Test func aDetachedLoadThatRequestsItsOwnKeyFailsAtOnce() async {
    let loads = SharedLoads<Int, Int, any Error>(detached: true)
    let answer = loads.load(1) { loads.load(1) { Future(value: 1) } }
    #expect(answer.currentError is LoadCycle)
    await #expect(throws: LoadCycle.self) {
      try await loads.value(for: 1) { try await loads.value(for: 1) { 1 } }
    }
  }

  @MainActor
  @Test func aDetachedLoadRunsWhereItIsWritten() {
    let loads = SharedLoads<Int, Int, any Error>(detached: true)
    let answer = WebRequest.by("bob") {
      loads.load(1) {
        MainActor.preconditionIsolated()
        self.log.add(WebRequest.user)
        return Future(value: 1)
      }
    }
    #expect(answer.currentValue == 1)
    #expect(log.all == ["nobody"])
  }

  // MARK: New work

  @Test func newWorkIsOfTheCaller() async throws {
    let users = WebRequest.by("bob") {
      [
        Future<String, any Error>(on: .global()) { WebRequest.user },
        Future<String, any Error> { WebRequest.user },
        Future<String, any Error> { Future<String, any Error>(value: WebRequest.user) },
        Future<String, any Error> { () async throws in WebRequest.user },
      ]
    }
    #expect(try await users.all().value == ["bob", "bob", "bob", "bob"])
  }

  @Test func valuesThatAContextSetsAreThoseOfItsWork() {
    let limit = ConcurrencyLimit(1)
    let first = limit.run(work)
    let asDave = ExecutionContext.inline.binding("dave") { job in WebRequest.by("dave") { job() } }
    let asErin = asDave.binding("erin") { job in WebRequest.by("erin") { job() } }
    WebRequest.by("bob") {
      limit.run(on: asDave, work).onComplete { _ in }
      limit.run(on: asErin, work).onComplete { _ in }
      Future<Void, any Error>(on: asDave) { [log] in log.add(WebRequest.user) }.onComplete { _ in }
    }
    WebRequest.by("alice") { for number in 0..<3 { server.answer(number) } }
    #expect(log.all == ["nobody", "dave", "dave", "erin"])
    withExtendedLifetime(first) {}
  }

  // MARK: Isolation

  private actor Account {
    private var log: [String] = []

    func withdraw(
      _ limit: ConcurrencyLimit,
      _ server: ManualServer
    ) -> Future<[String], any Error> {
      limit.run {
        self.log.append(WebRequest.user)
        self.assumeIsolated { $0.log.append("isolated") }
        return server.request(WebRequest.user).map { _ in self.log }
      }
    }
  }

  @Test func laterWorkOfAnActorRunsThereAndIsOfTheCaller() async throws {
    let (account, limit) = (Account(), ConcurrencyLimit(1))
    let first = limit.run { server.request("first") }
    let second = await WebRequest.$user.withValue("bob") { await account.withdraw(limit, server) }
    let third = await WebRequest.$user.withValue("carol") { await account.withdraw(limit, server) }
    WebRequest.by("alice") { server.answer(0) }
    try await server.waitForRequests(2)
    WebRequest.by("alice") { server.answer(1) }
    try await server.waitForRequests(3)
    server.answer(2)
    #expect(try await third.value == ["bob", "isolated", "carol", "isolated"])
    withExtendedLifetime((first, second)) {}
  }

  @MainActor
  @Test func laterWorkOfTheMainActorRunsThereAndIsOfTheCaller() async throws {
    let limit = ConcurrencyLimit(1)
    let first = limit.run { server.request("first") }
    let second = WebRequest.by("bob") {
      limit.run {
        MainActor.assumeIsolated { self.log.add(WebRequest.user) }
        return self.server.request("second")
      }
    }
    let third = WebRequest.by("carol") {
      limit.run {
        MainActor.preconditionIsolated()
        self.log.add(WebRequest.user)
        return self.server.request("third")
      }
    }
    WebRequest.by("alice") { server.answer(0) }
    #expect(log.all == ["bob"])
    elsewhere { [server] in WebRequest.by("alice") { server.answer(1) } }
    await mainActorIsIdle()
    #expect(log.all == ["bob", "carol"])
    server.answer(2, 3)
    #expect(third.currentValue == 3)
    withExtendedLifetime((first, second)) {}
  }

  @Test func laterWorkOfAnActorWithItsOwnExecutorRunsThere() async throws {
    let account = QueueActor()
    let limit = ConcurrencyLimit(1)
    let first = limit.run { server.request("first") }
    let second = await WebRequest.$user.withValue("bob") { await account.user(limit) }
    server.answer(0)
    #expect(try await second.value == "bob")
    withExtendedLifetime(first) {}
  }

  /// An actor whose executor is a queue.
  private actor QueueActor {
    private final class Executor: SerialExecutor {
      private let queue = DispatchQueue(label: "account")

      func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
      }
    }

    private let executor = Executor()
    private var user = ""

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func user(_ limit: ConcurrencyLimit) -> Future<String, any Error> {
      limit.run {
        self.preconditionIsolated()
        self.user = WebRequest.user
        return Future(value: self.user)
      }
    }
  }

  @Test func theCompleterKeepsItsValuesAroundWorkOfOthers() {
    let limit = ConcurrencyLimit(1)
    let first = limit.run(work)
    let second = WebRequest.by("bob") { limit.run(work) }
    WebRequest.by("alice") {
      server.answer(0)
      log.add(WebRequest.user)
    }
    #expect(log.all == ["nobody", "bob", "alice"])
    withExtendedLifetime((first, second)) {}
  }

  // MARK: What is kept

  @Test func valuesAreReleasedWhenACallLeavesTheLimit() {
    let limit = ConcurrencyLimit(1)
    let first = limit.run(work)
    let call = Box<Future<Int, any Error>?>(nil)
    let values = WebRequest.followed { call.value = limit.run(work) }
    #expect(!values.isGone)
    call.value?.cancel()
    #expect(values.isGone)
    withExtendedLifetime(first) {}
  }

  @Test func valuesAreReleasedWhenACallHasStarted() {
    let limit = ConcurrencyLimit(1)
    let first = limit.run(work)
    let values = WebRequest.followed { limit.run(work).onComplete { _ in } }
    server.answer(0)
    #expect(server.requests.count == 2)
    #expect(values.isGone)
    withExtendedLifetime(first) {}
  }

  @Test func valuesAreReleasedWithTheLimit() {
    var limit: ConcurrencyLimit? = ConcurrencyLimit(1)
    var first: Future<Int, any Error>? = limit?.run { Promise<Int, any Error>().future }
    let values = WebRequest.followed { _ = limit?.run(work) }
    first?.cancel()
    (first, limit) = (nil, nil)
    server.answerAll()
    #expect(values.isGone)
  }

  @Test func valuesAreReleasedWhenARetryIsCancelled() {
    let policy = RetryPolicy(attempts: 3, backoff: .constant(.seconds(1)))
    let result = Box<Future<Int, any Error>?>(nil)
    let values = WebRequest.followed {
      result.value = Future.retry(policy, clock: clock) { [work] in work() }
    }
    server.fail(0, TestError.first)
    #expect(!values.isGone)
    result.value?.cancel()
    #expect(values.isGone)
  }

  @Test func valuesAreReleasedWhenATraversalIsCancelledOrEnds() {
    for isCancelled in [false, true] {
      let server = ManualServer()
      let result = Box<Future<[Int], any Error>?>(nil)
      let values = WebRequest.followed {
        result.value = (0..<6).traverse(maxConcurrent: 2) { _ in server.request("") }
      }
      server.answer(0)
      #expect(!values.isGone)
      if isCancelled {
        result.value?.cancel()
      } else {
        for number in 1..<6 { server.answer(number) }
      }
      #expect(values.isGone)
    }
  }

  @Test func valuesAreReleasedWhenAPauseIsSuperseded() {
    let latest = Latest<Int, any Error>()
    let values = WebRequest.followed { latest.debounce(.seconds(1), clock: clock, work) }
    #expect(!values.isGone)
    latest.debounce(.seconds(1), clock: clock, work)
    #expect(values.isGone)
  }
}

/// Returns the same closure for a function that takes a throwing one.
private func checked(
  _ body: @escaping @Sendable () -> Future<Int, any Error>
) -> @Sendable () throws -> Future<Int, any Error> {
  body
}
