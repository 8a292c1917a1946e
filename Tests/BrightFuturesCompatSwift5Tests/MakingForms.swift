import BrightFuturesCompat
import Dispatch
import Testing

/// Making futures and promises.
///
/// - `Future`: `()`, `(value:)`, `(error:)`, `(result:)`, `(value:delay:)`, `(error:delay:)`,
///   `(result:delay:)`, `(other:)`, `(resolver: ·)`, `{ }`, and each initialiser by name
/// - `Async`: `()`, `(result:)`, `(result:delay:)`, `(other:)`, `(resolver: ·)`, `{ }`
/// - `Promise`: `()`, `future`, `success`, `failure`, `complete`, `trySuccess`, `tryFailure`,
///   `tryComplete`, `completeWith`, each by name; `===`, `weak`, `Unmanaged`, `AnyObject`
/// - `materialize`: `{ }`, `(·)` for handlers of a value and an error, a value, an error
/// - `DispatchQueue`: `asyncValue { }`, `asyncValue(·)`, `asyncResult { }`, `asyncResult(·)`,
///   `asyncValueAfter(_) { }`, `asyncValueAfter(_, execute: ·)`
@Suite(.timeLimit(.minutes(10))) struct MakingForms {
  @Test func settledFuturesHaveTheirForms() {
    #expect(Future<Int, Flaw>(value: 1).value == 1)
    #expect(Future<Int, Flaw>(error: .a).error == .a)
    #expect(Future<Int, Flaw>(result: .success(1)).value == 1)
    #expect(Future<Int, Flaw>(result: Result(error: .b)).error == .b)
    #expect(Future<Int, Flaw>().result == nil)
    let inferred: Future<Int, Flaw> = .init(value: 2)
    #expect(Future(other: inferred).value == 2)
  }

  @Test func initialisersByName() {
    let ofValue: (Int) -> Future<Int, Flaw> = Future.init(value:)
    let ofError: (Flaw) -> Future<Int, Flaw> = Future.init(error:)
    let ofResult: (Result<Int, Flaw>) -> Future<Int, Flaw> = Future.init(result:)
    let never: () -> Future<Int, Flaw> = Future.init
    let promised: () -> Promise<Int, Flaw> = Promise.init
    #expect(ofValue(1).value == 1)
    #expect(ofError(.a).error == .a)
    #expect(ofResult(.success(3)).value == 3)
    #expect(!never().isCompleted)
    #expect(!promised().future.isCompleted)
    #expect(bad.recoverWith(context: held, task: Future<Int, Flaw>.init(error:)).error == .a)
    #expect(one.flatMap(held, f: Future<Int, Flaw>.init(value:)).value == 1)
    #expect([1, 2].map(Future<Int, Never>.init(value:)).sequence().value == [1, 2])
  }

  @Test func futuresThatSettleLater() {
    let zero = DispatchTimeInterval.milliseconds(0)
    #expect(Future<Int, Flaw>(value: 1, delay: zero).forced() == .success(1))
    #expect(Future<Int, Flaw>(error: .a, delay: zero).forced() == .failure(.a))
    #expect(Future<Int, Flaw>(result: .success(1), delay: zero).forced() == .success(1))
    #expect(Async(result: 1, delay: zero).forced() == 1)
  }

  @Test func resolversMayBeClosuresAndFunctions() {
    func resolve(_ complete: @escaping (Result<Int, Flaw>) -> Void) { complete(.success(1)) }
    let named = Future<Int, Flaw>(resolver: resolve)
    let labelled = Future<Int, Flaw>(resolver: { complete in complete(.failure(.b)) })
    let trailing = Future<Int, Flaw> { complete in
      DispatchQueue.global().async { complete(.success(2)) }
    }
    let inferred: Future<Int, Flaw> = Future { complete in
      if Bool.random() || true { return complete(.success(3)) }
      complete(.failure(.a))
    }
    #expect(named.value == 1)
    #expect(labelled.error == .b)
    #expect(trailing.forced() == .success(2))
    #expect(inferred.value == 3)
    #expect(Async<Int> { $0(4) }.result == 4)
    #expect(Async<Int>(resolver: { done in done(5) }).result == 5)
    #expect(Async(other: Async(result: 6)).result == 6)
    #expect(Async<Int>().result == nil)
  }

  @Test func promisesHaveTheirForms() {
    let promise = Promise<Int, Flaw>()
    #expect(promise.trySuccess(1))
    promise.trySuccess(2)
    promise.tryFailure(.a)
    promise.tryComplete(.success(3))
    #expect(promise.future.value == 1)
    let failing = Promise<Int, Flaw>()
    failing.failure(.b)
    let complete = Promise<Int, Flaw>()
    complete.complete(.success(2))
    let copy = Promise<Int, Flaw>()
    copy.completeWith(complete.future)
    let void = Promise<Void, Flaw>()
    void.success(())
    #expect(failing.future.error == .b && copy.future.value == 2 && void.future.isSuccess)
  }

  @Test func methodsOfPromisesByName() {
    let (values, errors, results) = (
      Promise<Int, Flaw>(), Promise<Int, Flaw>(), Promise<Int, Flaw>()
    )
    one.onSuccess(held, callback: values.success)
    bad.onFailure(held, callback: errors.failure)
    one.onComplete(held, callback: results.complete)
    #expect(values.future.value == 1)
    #expect(errors.future.error == .a)
    #expect(results.future.value == 1)
    let tries = Promise<Int, Flaw>()
    let attempt: (Int) -> Bool = tries.trySuccess
    #expect(attempt(1) && !attempt(2))
  }

  @Test func promisesAreObjects() {
    let promise = Promise<Int, Flaw>()
    let same = promise
    #expect(promise === same)
    #expect(promise !== Promise<Int, Flaw>())
    var names: [ObjectIdentifier: String] = [ObjectIdentifier(promise): "first"]
    names[ObjectIdentifier(same)] = "second"
    #expect(names.count == 1)
    let table: [AnyObject] = [promise]
    #expect(table[0] === promise)
    let raw = Unmanaged.passRetained(promise).toOpaque()
    Unmanaged<Promise<Int, Flaw>>.fromOpaque(raw).takeRetainedValue().success(1)
    #expect(promise.future.value == 1)
    func makeWeak() -> () -> Promise<Int, Flaw>? {
      let short = Promise<Int, Flaw>()
      return { [weak short] in short }
    }
    #expect(makeWeak()() == nil)
  }

  @Test func futuresCanBeToldApart() {
    let promise = Promise<Int, Flaw>()
    let (first, second) = (promise.future, promise.future)
    let none: Future<Int, Flaw>? = nil
    #expect(first === second)
    #expect(first !== Future<Int, Flaw>())
    #expect(none !== first && none === nil)
    let result = Async(result: 1)
    #expect(result === result && result !== Async(result: 1))
  }

  @Test func completionHandlersBecomeFutures() {
    func both(_ handler: @escaping (Int?, Flaw?) -> Void) { handler(1, nil) }
    func value(_ handler: @escaping (Int) -> Void) { handler(2) }
    func error(_ handler: @escaping (Flaw?) -> Void) { handler(nil) }
    func any(_ name: String, done: @escaping (String?, Error?) -> Void) { done(name, nil) }
    #expect(materialize(both).value == 1)
    #expect(materialize(value).value == 2)
    #expect(materialize(error).isSuccess)
    let trailing: Future<Int, Flaw> = materialize { both($0) }
    #expect(trailing.value == 1)
    #expect(materialize { value($0) }.value == 2)
    #expect(materialize { error($0) }.isSuccess)
    #expect(materialize { any("a", done: $0) }.value == "a")
    #expect(materialize { handler in any("b", done: handler) }.value == "b")
  }

  @Test func queuesStartWork() {
    let queue = DispatchQueue(label: "forms")
    func number() -> Int { return 1 }
    func outcome() -> Result<Int, Flaw> { return .failure(.a) }
    #expect(queue.asyncValue { 1 }.forced().value == 1)
    #expect(queue.asyncValue(number).forced().value == 1)
    #expect(queue.asyncResult { Result<Int, Flaw>(error: .b) }.forced().error == .b)
    #expect(queue.asyncResult(outcome).forced().error == .a)
    let typed: Future<Int, Flaw> = queue.asyncResult {
      if number() > 1 { return .success(1) }
      return .failure(.a)
    }
    #expect(typed.forced().error == .a)
    #expect(queue.asyncValueAfter(.now()) { 1 }.forced().value == 1)
    #expect(queue.asyncValueAfter(.now(), execute: number).forced().value == 1)
  }
}
