import BrightFuturesCompat
import Dispatch
import Testing
import TestSupport

/// What extensions give to a type of a user that conforms to `AsyncType`.
@Suite struct AsyncTypeTests {
  @Test func aTypeOfOnesOwnHasAllMembers() {
    let own = Wrapped<Result<Int, Oops>>(result: .success(3))
    let log = Log<Int>()
    own.onSuccess(immediateExecutionContext) { log.add($0) }
    own.onComplete(immediateExecutionContext) { log.add($0.value ?? -1) }
    let after = own.andThen(context: immediateExecutionContext) { _ in log.add(4) }
    #expect(log.all == [3, 3, 4])
    #expect(after.value == 3)
    #expect(own.map(immediateExecutionContext) { $0 + 1 }.value == 4)
    #expect([own, own].sequence().value == [3, 3])
    #expect(Future(other: own).value == 3)
    #expect([own].firstCompleted().forced() == .success(3))
    #expect(own.isSuccess && own.isCompleted && !own.isFailure)
  }

  @Test func genericCodeGetsTheMembers() {
    func total<A: AsyncType>(_ parts: [A]) -> Future<Int, A.Value.Error>
    where A.Value: ResultProtocol, A.Value.Value == Int {
      parts.fold(immediateExecutionContext, zero: 0) { $0 + $1 }
    }
    #expect(total([Future<Int, Oops>(value: 1), Future(value: 2)]).value == 3)
    #expect(total([Future<Int, Oops>(value: 1), Future(error: .second)]).error == .second)
  }
}

private struct Wrapped<Value: Sendable>: AsyncType {
  let inner: Async<Value>

  var result: Value? { inner.result }
  init() { inner = Async() }
  init(result: Value) { inner = Async(result: result) }
  init(result: Value, delay: DispatchTimeInterval) { inner = Async(result: result, delay: delay) }
  init<A: AsyncType>(other: A) where A.Value == Value { inner = Async(other: other) }
  init(resolver: (@escaping @Sendable (Value) -> Void) -> Void) {
    inner = Async(resolver: resolver)
  }

  @discardableResult
  func onComplete(
    _ context: @escaping ExecutionContext,
    callback: @escaping @Sendable (Value) -> Void
  ) -> Wrapped {
    inner.onComplete(context, callback: callback)
    return self
  }
}
