import Dispatch
import Futures
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct MainContextTests {
  @Test func mainRunsOnTheMainActor() async {
    let isMain = await Future<Int, Never>(value: 1)
      .on(.main).map { _ in MainActor.assumeIsolated { true } }
      .value
    #expect(isMain)
  }

  @MainActor
  @Test func mainAlwaysHops() async {
    let log = Log<String>()
    let done = Future<Int, Never>(value: 1).on(.main).map { _ in log.add("job") }
    log.add("after")
    #expect(!done.isSettled)
    await done.value
    #expect(log.all == ["after", "job"])
  }

  @MainActor
  @Test func mainInlineRunsInTheCallWhenAlreadyThere() {
    let log = Log<String>()
    let done = Future<Int, Never>(value: 1).on(.mainInline).map { _ in log.add("job") }
    log.add("after")
    #expect(done.isSettled)
    #expect(log.all == ["job", "after"])
  }

  @Test func mainInlineHopsFromElsewhere() async {
    let isMain = await Future<Bool, Never>.withPromise { promise in
      DispatchQueue.global().async {
        Future<Int, Never>(value: 1).on(.mainInline).onSuccess { _ in
          promise.succeed(MainActor.assumeIsolated { true })
        }
      }
    }.value
    #expect(isMain)
  }

  @MainActor
  @Test func jobsForMainRunInOrder() async {
    let log = Log<Int>()
    let promise = Promise<Int, Never>()
    let all = (0..<20).map { index in promise.future.on(.main).map { _ in log.add(index) } }
    promise.succeed(1)
    #expect(log.all == [])
    _ = await all.all().value
    #expect(log.all == Array(0..<20))
  }

  @Test func theyHaveNames() {
    #expect("\(ExecutionContext.main)" == "ExecutionContext(main)")
    #expect("\(ExecutionContext.mainInline)" == "ExecutionContext(mainInline)")
  }
}
