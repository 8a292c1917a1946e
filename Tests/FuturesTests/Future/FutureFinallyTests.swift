import Futures
import FuturesTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct FutureFinallyTests {
  private enum Request { @TaskLocal static var user = "nobody" }

  @Test(arguments: [Result<Int, TestError>.success(1), .failure(.second)])
  func theOutcomePassesWhenTheCleaningUpHasEnded(outcome: Result<Int, TestError>) async {
    let promise = Promise<Int, TestError>()
    let (begun, ended) = (Promise<Void, Never>(), Promise<Void, Never>())
    let end = promise.future.finally {
      begun.succeed()
      await ended.future.value
    }
    promise.complete(outcome)
    await begun.future.value
    #expect(!end.isSettled)
    ended.succeed()
    #expect(await end.result == outcome)
  }

  @Test func aSettledFutureIsCleanedUpAfterToo() async throws {
    let log = Log<String>()
    let end = Future<Int, any Error>(value: 1).finally { log.add("closed") }
    #expect(try await end.value == 1)
    #expect(log.all == ["closed"])
  }

  @Test func cancellationIsNoWayAround() async {
    let promise = Promise<Int, any Error>()
    let closed = Promise<Void, Never>()
    let end = promise.future.finally { closed.succeed() }
    end.cancel()
    #expect(end.currentError is CancellationError)
    #expect(!closed.future.isSettled)
    promise.cancel()
    await closed.future.value
  }

  @Test func nothingCancelsTheCleaningUp() async throws {
    let source = CancellationSource()
    let promise = Promise<Int, any Error>()
    let seen = Promise<[Bool], Never>()
    withCancellationScope(linkedTo: source.token) {
      promise.future.finally {
        source.cancel()
        seen.succeed([Task.isCancelled, CancellationToken.current.isCancelled])
      }
    }.ignoringFailure()
    promise.succeed(1)
    #expect(await seen.future.value == [false, false])
  }

  @Test func theTaskHasTheValuesOfTheCaller() async {
    let promise = Promise<Int, Never>()
    let users = Log<String>()
    let end = Request.$user.withValue("bob") {
      promise.future.finally { users.add(Request.user) }
    }
    Request.$user.withValue("alice") { _ = promise.succeed(1) }
    #expect(await end.value == 1)
    #expect(users.all == ["bob"])
  }

  @MainActor @Test func theClosureRunsWhereItIsWritten() async {
    let end = Future<Int, Never>(value: 1).finally { MainActor.assertIsolated() }
    #expect(await end.value == 1)
  }
}
