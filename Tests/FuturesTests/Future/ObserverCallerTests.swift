import Futures
import FuturesTesting
import TestSupport
import Testing

/// How façades have the closures of their users called.
@Suite struct ObserverCallerTests {
  /// Notes its number before each call.
  private struct Caller: _ObserverCaller {
    static let called = Log<UInt>()
    let tag: UInt

    init(tag: UInt) { self.tag = tag }

    func call<Argument: Sendable>(
      _ observer: @escaping @Sendable (Argument) -> Void,
      with argument: Argument
    ) {
      Caller.called.add(tag)
      observer(argument)
    }
  }

  private static let first = Counter()

  /// A tag that no other test has.
  private func caller() -> Caller { Caller(tag: UInt(1_000 + Self.first.add())) }

  private func calls(of callers: Caller...) -> [UInt] {
    Caller.called.all.filter { tag in callers.contains { $0.tag == tag } }
  }

  @Test(arguments: [true, false])
  func eachObserverIsCalledByItsCallerInOrder(_ hasOwnObserver: Bool) {
    let (one, two) = (caller(), caller())
    let order = Log<Int>()
    let promise = Promise<Int, TestError>()
    let future = promise.future
    if hasOwnObserver { future.onComplete { _ in order.add(0) } }
    for round in 1...3 {
      future._onComplete({ _ in order.add(10 * round) }, calledBy: one)
      future._onComplete({ _ in order.add(10 * round + 1) }, calledBy: one)
      future._onSuccess({ _ in order.add(10 * round + 2) }, calledBy: one)
      future._onComplete({ _ in order.add(10 * round + 3) }, calledBy: two)
      future.onComplete { _ in order.add(10 * round + 4) }
    }
    promise.succeed(1)
    future._onComplete({ _ in order.add(40) }, calledBy: two)
    let rounds = (1...3).flatMap { round in (0...4).map { 10 * round + $0 } }
    #expect(order.all == (hasOwnObserver ? [0] : []) + rounds + [40])
    let tags = (1...3).flatMap { _ in [one.tag, one.tag, one.tag, two.tag] }
    #expect(calls(of: one, two) == tags + [two.tag])
  }

  @Test func failuresPassThoseByWhoWantTheValue() async throws {
    let caller = caller()
    struct Missed: Error {}
    let recorder = DiagnosticsRecorder { $0.error is Missed }
    recorder.record {
      let promise = Promise<Int, Missed>()
      promise.future._onSuccess({ _ in Issue.record("no value") }, calledBy: caller)
      promise.fail(Missed())
    }
    #expect(calls(of: caller).isEmpty)
    #expect(recorder.diagnostics(of: .unobservedFailure).count == 1)
    let promise = Promise<Int, TestError>()
    let errors = Log<TestError?>()
    promise.future._onComplete({ errors.add($0.failure) }, calledBy: caller)
    promise.fail(.first)
    #expect(errors.all == [.first])
  }

  @Test func observersOfAFutureThatIsAdoptedKeepTheirCallers() {
    let (outerCaller, innerCaller) = (caller(), caller())
    let (source, inner) = (Promise<Int, TestError>(), Promise<Int, TestError>())
    inner.future._onComplete({ _ in }, calledBy: innerCaller)
    source.future.flatMap { _ in inner.future }._onComplete({ _ in }, calledBy: outerCaller)
    source.succeed(1)
    inner.succeed(2)
    #expect(calls(of: innerCaller, outerCaller) == [innerCaller.tag, outerCaller.tag])
  }
}
