import Futures
import FuturesTesting
import Testing
import Workflows

/// A model as an app would write it: nothing is annotated, everything belongs to the main actor.
@MainActor
private final class Model {
  var items: [Int] = []
  var titles: [String] = []
  var error: (any Error)?
  var isLoading = false
  var shown: [Int] = []
  var rendered: [Int] = []

  func items(_ range: ClosedRange<Int>) -> Future<[Int], any Error> {
    Future(value: Array(range))
  }

  func title(of item: Int) -> String {
    MainActor.assertIsolated()
    return "item \(item)"
  }

  func start(_ number: Int) -> Future<Int, any Error> {
    MainActor.assertIsolated()
    return Future(value: number)
  }

  func load(_ number: Int) -> Future<Int, any Error> { start(number) }

  func show(_ items: [Int]) {
    MainActor.assertIsolated()
    shown = items
  }

  func render(_ number: Int) {
    MainActor.assertIsolated()
    rendered.append(number)
  }

  func wants(_ number: Int) -> Bool { number != 13 }

  var fallback: [Int] { [0] }
}

private struct Missing: Error {}

/// Lines as they are written first, without a thought of isolation.
@MainActor
@Suite struct ElevenLinesActorTests {
  private let model = Model()

  @Test func anObserverSetsState() {
    let model = model
    model.items(1...20).onSuccess { items in model.items = items }
    #expect(model.items == Array(1...20))
  }

  @Test func aTransformCallsMethods() {
    let titles = model.items(1...2).map { $0.map { model.title(of: $0) } }
    #expect(titles.currentValue == ["item 1", "item 2"])
  }

  @Test func aFailureIsKept() {
    let model = model
    Future<Int, any Error>(error: Missing()).onFailure { model.error = $0 }
    #expect(model.error is Missing)
  }

  @Test func attemptsAreStarted() {
    let policy = RetryPolicy(attempts: 3)
    let result = Future.retry(policy) { model.start(1) }
    #expect(result.currentValue == 1)
  }

  @Test func workIsStarted() async throws {
    let result: Future<Int, any Error> = Future { model.start(1) }
    #expect(try await result.value == 1)
    let title = Future { model.title(of: 1) }
    #expect(title.currentValue == "item 1")
    let awaited = Future { try await model.start(1).value }
    #expect(try await awaited.value == 1)
  }

  @Test func aMethodIsPassedByName() {
    model.items(1...3).onSuccess(model.show)
    #expect(model.shown == [1, 2, 3])
  }

  @Test func aStepRenders() async throws {
    let render = Perform("text") { (n: Int) in model.render(n) }
    let run = Workflow { render }.start(7)
    try await run.value
    #expect(model.rendered == [7])
  }

  @Test func elementsAreTraversed() {
    #expect([1, 2].traverse { model.load($0) }.currentValue == [1, 2])
  }

  @Test func aFailureIsReplaced() {
    let result = Future<[Int], any Error>(error: Missing()).recover { _ in model.fallback }
    #expect(result.currentValue == [0])
  }

  @Test func anEffectRunsOnTheWay() {
    let model = model
    model.isLoading = true
    model.items(1...2).onSettled { model.isLoading = false }
    #expect(!model.isLoading)
  }
}
