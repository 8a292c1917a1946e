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
