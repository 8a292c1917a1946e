import Dispatch
import Futures
import FuturesTesting
import TestSupport
import Testing

/// Transforms and observers run on the completer, with its task-local values, and elsewhere with
/// none.
@Suite(.timeLimit(.minutes(10))) struct TaskLocalClosureTests {
  private let log = Log<String>()
  private let promise = Promise<Int, any Error>()

  @Test func transformsHaveTheValuesOfTheCompleter() {
    let failed = Promise<Int, any Error>()
    WebRequest.by("bob") {
      promise.future.map { [log] _ in log.add("map \(WebRequest.user)") }.onComplete { _ in }
      promise.future
        .flatMap { [log] value -> Future<Int, any Error> in
          log.add("flatMap \(WebRequest.user)")
          return Future(value: value)
        }
        .onComplete { _ in }
      failed.future
        .recover { [log] _ in
          log.add("recover \(WebRequest.user)")
          return 0
        }
        .onComplete { _ in }
    }
    WebRequest.by("alice") {
      promise.succeed(1)
      failed.fail(TestError.first)
    }
    #expect(log.all == ["map alice", "flatMap alice", "recover alice"])
  }

  @Test func observersHaveTheValuesOfTheCompleter() {
    WebRequest.by("bob") {
      promise.future.onSuccess { [log] _ in log.add(WebRequest.user) }
      promise.future.onComplete { [log] _ in log.add(WebRequest.user) }
    }
    WebRequest.by("alice") { promise.succeed(1) }
    #expect(log.all == ["alice", "alice"])
  }

  @Test func closuresOfASettledFutureHaveTheValuesOfTheCaller() {
    promise.succeed(1)
    WebRequest.by("bob") { promise.future.onSuccess { [log] _ in log.add(WebRequest.user) } }
    #expect(log.all == ["bob"])
  }

  @Test func whatFollowsAPauseHasTheValuesOfTheClock() {
    let clock = ManualClock()
    let user = WebRequest.by("bob") {
      Future<Void, any Error>.after(.seconds(1), clock: clock)
        .flatMap { _ in Future<String, any Error>(value: WebRequest.user) }
    }
    WebRequest.by("alice") { clock.advance(by: .seconds(1)) }
    #expect(user.currentValue == "alice")
  }

  @Test func aValueThatIsCapturedIsThatOfTheCaller() {
    WebRequest.by("bob") {
      let user = WebRequest.user
      promise.future.onSuccess { [log] _ in WebRequest.by(user) { log.add(WebRequest.user) } }
    }
    WebRequest.by("alice") { promise.succeed(1) }
    #expect(log.all == ["bob"])
  }

  @Test func closuresOnAQueueHaveNoValues() async throws {
    let queue = ExecutionContext.queue(DispatchQueue(label: "queue"))
    let users = WebRequest.by("bob") {
      [queue, .global(), .main, .taskExecutor(globalConcurrentExecutor)]
        .map { promise.future.on($0).map { _ in WebRequest.user } }
    }
    WebRequest.by("alice") { promise.succeed(1) }
    #expect(try await users.all().value == Array(repeating: "nobody", count: 4))
  }

  private actor Account {
    func user(_ future: Future<Int, any Error>) -> Future<String, any Error> {
      future.map { _ in
        self.preconditionIsolated()
        return WebRequest.user
      }
    }
  }

  @Test func closuresOfAnActorHaveNoValues() async throws {
    let user = await WebRequest.$user.withValue("bob") { await Account().user(promise.future) }
    WebRequest.by("alice") { promise.succeed(1) }
    #expect(try await user.value == "nobody")
  }
}
