import BrightFuturesCompat
import Dispatch
import FuturesTesting
import Testing
import TestSupport

/// A future that never settles is no mistake: what depends on it stays pending, also where the
/// error type could hold a broken promise.
@Suite(.timeLimit(.minutes(10))) struct NeverTests {
  typealias Endless = Future<Int, any Error>

  @Test func whateverSettlesFirstOfNothingStaysPending() {
    #expect(![Endless]().firstCompleted().isCompleted)
    #expect(![Future<Int, BrightFuturesError<Oops>>]().firstCompleted().isCompleted)
    #expect(![Async<Result<Int, any Error>>]().firstCompleted().isCompleted)
  }

  @Test func whateverSettlesFirstOfWhatNeverSettlesStaysPending() {
    #expect(![Endless(), Endless()].firstCompleted().isCompleted)
    #expect(![Async<Result<Int, any Error>>()].firstCompleted().isCompleted)
  }

  @Test func aMirrorStaysPending() {
    #expect(!Future(other: Endless()).isCompleted)
    #expect(!Future<Int, any Error>(other: Async()).isCompleted)
    #expect(!Future<Int, any Error>(other: Async(other: Endless())).isCompleted)
    #expect(!Async<Result<Int, any Error>>().asVoid().isCompleted)
  }

  @Test func aDelayedOneStaysPending() {
    #expect(!Endless().delay(.seconds(0)).isCompleted)
    #expect(!Endless().delay(DispatchQueue.global(), interval: .seconds(0)).isCompleted)
  }

  @Test func aDelayThatNeverEndsLeavesItPending() {
    #expect(!Future<Int, any Error>(value: 1).delay(.never).isCompleted)
    #expect(!Future<Int, any Error>(value: 1, delay: .never).isCompleted)
  }

  @Test func aFlattenedOneStaysPending() {
    #expect(!Async(result: Endless()).flatten().isCompleted)
    #expect(!Async<Endless>().flatten().isCompleted)
    #expect(!Future<Endless, any Error>(value: Endless()).flatten().isCompleted)
  }

  @Test func whatDependsOnAMutedTransformStaysPending() {
    let token = InvalidationToken()
    let context = ManualContext()
    let muted = Endless(value: 1).map(token.validContext(context.closure)) { $0 }
    let dependents = [muted.delay(.seconds(0)), [muted].firstCompleted(), Future(other: muted)]
    token.invalidate()
    context.runAll()
    #expect(dependents.map(\.isCompleted) == [false, false, false])
  }

  @Test func aForgottenPromiseStillFailsWhatDependsOnIt() {
    let broken = Promise<Int, any Error>().future
    #expect(Future(other: broken).isFailure)
    #expect([broken].firstCompleted().forced().error != nil)
  }
}
