import Futures
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(10))) struct FutureOwnerTests {
  @MainActor
  private final class Model {
    var lines: [String] = []

    func follow(_ future: Future<Int, any Error>) {
      future.onComplete(for: self) { model, _ in model.lines.append("complete") }
        .onSuccess(for: self) { model, value in model.lines.append("success \(value)") }
        .onFailure(for: self) { model, error in model.lines.append("failure \(error)") }
    }
  }

  @Test func observersGetTheirOwner() {
    let model = Model()
    model.follow(Future(value: 1))
    model.follow(Future(error: TestError.first))
    #expect(model.lines == ["complete", "success 1", "complete", "failure first"])
  }

  @Test func anOwnerIsNotRetained() {
    let promise = Promise<Int, any Error>()
    weak var reference: Model?
    do {
      let model = Model()
      reference = model
      model.follow(promise.future)
      _ = promise.future.map(for: model) { _, value in value }
    }
    #expect(reference == nil)
    promise.succeed(1)
  }

  @Test func observersDoNotRunWithoutTheirOwner() {
    let promise = Promise<Int, any Error>()
    let log = Log<Int>()
    var model: Model? = Model()
    promise.future.onSuccess(for: model!) { _, value in log.add(value) }
    promise.future.onComplete(for: model!) { _, _ in log.add(0) }
    model = nil
    promise.succeed(1)
    #expect(log.all == [])
  }

  @Test func transformsRunForTheirOwner() {
    let model = Model()
    let one = Future<Int, TestError>(value: 1)
    #expect(one.map(for: model) { $0.lines.count + $1 }.currentValue == 1)
    let thrown = one.map(for: model) { model, _ -> Int in
      if model.lines.isEmpty { throw OtherError.other }
      return 1
    }
    #expect(thrown.currentError is OtherError)
    let next = one.flatMap(for: model) { model, value -> Future<Int, TestError> in
      Future(value: model.lines.count + value + 1)
    }
    #expect(next.currentValue == 2)
    let widened = one.flatMap(for: model) { model, _ throws -> Future<Int, OtherError> in
      model.lines.isEmpty ? Future(error: .other) : Future(value: 1)
    }
    #expect(widened.currentError is OtherError)
  }

  @Test func furtherWorkIsWaitedForAlsoIfTheFutureSettlesElsewhere() async {
    let promise = Promise<Int, any Error>()
    let inner = Promise<Int, any Error>()
    let model = Model()
    let end = promise.future.flatMap(for: model) { model, value in
      model.lines.append("\(value)")
      return inner.future
    }
    elsewhere { promise.succeed(1) }
    await mainActorIsIdle()
    #expect(model.lines == ["1"])
    #expect(!end.isSettled)
    inner.succeed(2)
    #expect(end.currentValue == 2)
  }

  @Test func transformsAreCancelledWithoutTheirOwner() {
    let promise = Promise<Int, any Error>()
    var model: Model? = Model()
    let mapped = promise.future.map(for: model!) { _, value in value }
    let thrown = promise.future.map(for: model!) { _, value in
      if value > 1 { throw OtherError.other }
      return value
    }
    let next = promise.future.flatMap(for: model!) { _, value in
      Future<Int, any Error>(value: value)
    }
    model = nil
    promise.succeed(1)
    #expect(mapped.currentError is CancellationError)
    #expect(thrown.currentError is CancellationError)
    #expect(next.currentError is CancellationError)
  }

  @Test func aTokenReleasesTheObserver() {
    let source = CancellationSource()
    let promise = Promise<Int, any Error>()
    let model = Model()
    let log = Log<Int>()
    promise.future.onSuccess(for: model, cancellation: source.token) { _, value in log.add(value) }
    source.cancel()
    promise.succeed(1)
    #expect(log.all == [])
  }
}
