import Futures
import Testing

private actor Account {
  var entries: [Int] = []

  func add(_ entry: Int) { entries.append(entry) }

  /// Starts a callback from inside the actor, which must not run before this method returns.
  func startsCallbackInside(on context: ExecutionContext) -> (Future<[Int], Never>, [Int]) {
    let future = Future<Int, Never>(value: 7).on(context).map { [self] value in
      assumeIsolated {
        $0.entries.append(value)
        return $0.entries
      }
    }
    entries.append(1)
    return (future, entries)
  }
}

@Suite(.timeLimit(.minutes(10))) struct ActorContextTests {
  private let account = Account()

  @Test func closuresRunIsolatedToTheActor() async {
    let account = account
    let count = await Future<Int, Never>(value: 5)
      .on(.actor(account)).map { value in
        account.assumeIsolated {
          $0.entries.append(value)
          return $0.entries.count
        }
      }
      .value
    #expect(count == 1)
    #expect(await account.entries == [5])
  }

  @Test func closuresRunInTheOrderOfSubmission() async {
    let account = account
    let context = ExecutionContext.actor(account)
    let promise = Promise<Int, Never>()
    for index in 0..<200 {
      promise.future.on(context).onSuccess { _ in
        account.assumeIsolated { $0.entries.append(index) }
      }
    }
    let last = promise.future.on(context).map { $0 }
    promise.succeed(1)
    _ = await last.value
    #expect(await account.entries == Array(0..<200))
  }

  @Test func jobsRunOutsideOfTheScopeThatSubmitsThem() async {
    let context = ExecutionContext.actor(account)
    let promise = Promise<Bool, Never>()
    let scope = CancellationSource()
    _ = withCancellationScope(linkedTo: scope.token) {
      scope.cancel()
      context { promise.succeed(CancellationToken.current.isCancelled) }
      return promise.future
    }
    #expect(await !promise.future.value)
  }

  @Test func closuresNeverOverlap() async {
    let account = account
    let context = ExecutionContext.actor(account)
    let futures = (0..<100).map { index in
      Future<Int, Never>(on: .global(), run: { index })
        .on(context).map { value in account.assumeIsolated { $0.entries.append(value) } }
    }
    _ = await futures.all().value
    #expect(await account.entries.sorted() == Array(0..<100))
  }

  @Test func callbacksDoNotInterruptTheActor() async {
    let (future, entries) = await account.startsCallbackInside(on: .actor(account))
    #expect(entries == [1])
    #expect(await future.value == [1, 7])
  }

  @Test func jobsMaySubmitMoreJobs() async {
    let account = account
    let context = ExecutionContext.actor(account)
    let sum = await Future<Int, Never>(value: 1)
      .on(context).map { $0 + 1 }
      .on(context).flatMap { value in
        Future<Int, Never>(value: value).on(context).map { $0 * 10 }
      }
      .value
    #expect(sum == 20)
  }

  @Test func theMainActorIsAnActorLikeOthers() async {
    let isMain = await Future<Int, Never>(value: 1)
      .on(.actor(MainActor.shared)).map { _ in MainActor.assumeIsolated { true } }
      .value
    #expect(isMain)
  }

  @Test func hasAName() {
    #expect("\(ExecutionContext.actor(account))" == "ExecutionContext(actor)")
  }
}
