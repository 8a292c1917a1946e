import Futures
import Testing
import TestSupport

@Suite struct BrokenPromiseTests {
  typealias Reason = BrokenPromise.Reason

  @Test func aPromiseThatWasDroppedSaysSo() {
    #expect(reason(of: Promise<Int, any Error>().future) == .droppedPromise)
    #expect(reason(of: Promise<Int, BrokenPromise>().future) == .droppedPromise)
  }

  @Test func aFutureThatTakesItsOwnOutcomeSaysSo() {
    let promise = Promise<Int, any Error>()
    promise.complete(with: promise.future)
    #expect(reason(of: promise.future) == .selfResolution)
  }

  @Test func aFutureThatWaitsForItselfSaysSo() {
    let promise = Promise<Int, any Error>()
    let itself = Box<Future<Int, any Error>?>(nil)
    let future = promise.future.flatMap { _ in itself.value! }
    itself.value = future
    promise.succeed(1)
    #expect(reason(of: future) == .selfResolution)
    itself.value = nil
  }

  @Test func aClosureThatWasDroppedSaysSo() {
    let lost = ExecutionContext.custom { _ in }
    let future = Future<Int, BrokenPromise>(value: 1).on(lost).map { $0 }
    #expect(reason(of: future) == .droppedJob)
  }

  @Test func aCancellationThatTheErrorTypeCannotHoldSaysSo() {
    let source = CancellationSource()
    source.cancel()
    let future = Future<Int, BrokenPromise>.never.map(cancellation: source.token) { $0 }
    #expect(reason(of: future) == .cancellation)
  }

  @Test func theReasonPassesThroughATypeThatCannotHoldIt() {
    let dropped = Promise<Int, TestError>().future
    #expect(!dropped.isSettled)
    #expect(reason(of: dropped.eraseFailure()) == .droppedPromise)
    let promise = Promise<Int, TestError>()
    promise.complete(with: promise.future)
    #expect(reason(of: promise.future.eraseFailure()) == .selfResolution)
  }

  @Test func theReasonPassesThroughSeveralFuturesThatCannotHoldIt() {
    let promise = Promise<Int, TestError>()
    promise.complete(with: promise.future)
    let further = promise.future.map { $0 + 1 }.flatMap { Future(value: $0) }
    #expect(!further.isSettled)
    #expect(reason(of: further.eraseFailure()) == .selfResolution)
    let lost = ExecutionContext.custom { _ in }
    let dropped = Future<Int, TestError>(value: 1).on(lost).map { $0 }.map { $0 }
    #expect(dropped.eraseFailure().currentError is CancellationError)
  }

  @Test func aTypeWithACaseForItIsTold() {
    enum LoadError: Error, BrokenPromiseRepresentable {
      case broken(Reason)
      static func brokenPromise(_ broken: BrokenPromise) -> LoadError { .broken(broken.reason) }
    }
    guard case .broken(.droppedPromise)? = Promise<Int, LoadError>().future.currentError else {
      Issue.record("the reason is another one")
      return
    }
  }

  @Test func reasonsCanBeSwitchedOver() {
    func advice(_ reason: Reason) -> String {
      switch reason {
      case .droppedPromise: "complete it"
      case .selfResolution: "break the cycle"
      default: "\(reason)"
      }
    }
    let reasons: [Reason] = [.droppedPromise, .selfResolution, .droppedJob, .cancellation]
    #expect(
      reasons.map(advice) == ["complete it", "break the cycle", "dropped job", "cancellation"]
    )
    #expect(Set(reasons).count == 4)
  }

  @Test(
    arguments: [
      (Reason.droppedPromise, "Keep the promise"), (.selfResolution, "its own future"),
      (.droppedJob, "execution context"), (.cancellation, "cancelled"),
    ]
  )
  func eachReasonHasItsOwnAdvice(_ reason: Reason, _ advice: String) {
    #expect("\(BrokenPromise(reason: reason))".contains(advice))
    #expect(BrokenPromise(reason: reason) == BrokenPromise(reason: reason))
  }

  private func reason<Failure: Error>(of future: Future<Int, Failure>) -> Reason? {
    (future.currentError as? BrokenPromise)?.reason
  }
}
