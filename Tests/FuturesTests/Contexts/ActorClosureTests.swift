import Futures
import TestSupport
import Testing

/// An executor whose jobs a test runs on its own thread.
private final class HeldExecutor: SerialExecutor {
  /// Completed by the first job.
  let isAsked = Promise<Void, Never>()
  private let jobs = Locked<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    isAsked.succeed()
  }

  /// Runs jobs until none are left.
  func runAll() {
    while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      job.runSynchronously(on: asUnownedSerialExecutor())
    }
  }
}

/// An actor whose jobs a test runs through its executor.
private actor HeldActor {
  let executor: HeldExecutor

  init(_ executor: HeldExecutor) { self.executor = executor }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}

/// Closures that are written in the code of an actor run isolated to it.
@Suite(.timeLimit(.minutes(10))) struct ActorClosureTests {
  private actor Account {
    private(set) var entries: [Int] = []
    private let gone: Promise<Void, Never>

    init(gone: Promise<Void, Never> = Promise()) { self.gone = gone }

    deinit { gone.succeed() }

    func add(_ amount: Int) { entries.append(amount) }

    /// Registers closures that use the state of the actor without `await`.
    func follow(_ future: Future<Int, TestError>) -> Future<Int, TestError> {
      future.onSuccess { self.entries.append($0) }
      return future.map { amount in
        self.entries.append(amount * 10)
        return self.entries.count
      }
    }

    func follow(numbers count: Int, of future: Future<Int, TestError>) -> Future<Void, TestError> {
      for number in 0..<count { future.onSuccess { _ in self.entries.append(number) } }
      return future.map { _ in self.entries.append(count) }
    }

    func start() -> Future<Int, Never> {
      Future {
        self.entries.append(1)
        return self.entries.count
      }
    }
  }

  @Test func closuresUseTheStateOfTheirActor() async throws {
    let account = Account()
    let promise = Promise<Int, TestError>()
    let count = await account.follow(promise.future)
    promise.succeed(5)
    #expect(try await count.value == 2)
    #expect(await account.entries == [5, 50])
  }

  @Test func closuresRunInTheOrderOfSubmission() async throws {
    let account = Account()
    let promise = Promise<Int, TestError>()
    let last = await account.follow(numbers: 1_000, of: promise.future)
    promise.succeed(0)
    try await last.value
    #expect(await account.entries == Array(0...1_000))
  }

  @Test func closuresOfOneActorKeepTheirOrderAcrossContexts() async throws {
    let account = Account()
    let promise = Promise<Int, TestError>()
    let log = Log<Int>()
    promise.future.on(.actor(account)).onSuccess { _ in log.add(1) }
    promise.future.on(.actor(account)).onSuccess { _ in log.add(2) }
    let last = promise.future.on(.actor(account)).map { _ in log.add(3) }
    promise.succeed(0)
    try await last.value
    #expect(log.all == [1, 2, 3])
  }

  @Test func contextsOfOneActorShareItsQueue() async {
    let executor = HeldExecutor()
    let actor = HeldActor(executor)
    let (one, other) = (ExecutionContext.actor(actor), ExecutionContext.actor(actor))
    let log = Log<Int>()
    one { log.add(1) }
    await executor.isAsked.future.value
    other { log.add(2) }
    one { log.add(3) }
    executor.runAll()
    #expect(log.all == [1, 2, 3])
  }

  @Test func workStartsOnTheActor() async {
    let account = Account()
    #expect(await account.start().value == 1)
  }

  @Test func anActorIsReleasedWithItsLastClosure() async throws {
    let promise = Promise<Int, TestError>()
    let gone = Promise<Void, Never>()
    await Account(gone: gone).follow(promise.future).ignoringFailure()
    #expect(!gone.future.isSettled)
    promise.succeed(1)
    await gone.future.value
  }
}
