import Futures
import FuturesTesting
import Testing

/// A model as an app would write it: nothing is annotated, everything belongs to the main actor.
private final class Model {
  private let images = SharedLoads<Int, String, any Error>(keeping: .upTo(10))
  private let connections = ConcurrencyLimit(1)
  private let search = Latest<[Int], any Error>()
  private let clock: ManualClock
  private(set) var started: [String] = []
  private(set) var found: [Int] = []
  private(set) var progress: [Int] = []
  private(set) var shown: [String] = []

  init(clock: ManualClock) { self.clock = clock }

  func image(_ number: Int) -> Future<String, any Error> {
    images.load(number) { self.connections.run { self.start("image \(number)") } }
  }

  func images(_ numbers: [Int]) {
    numbers.traverse { number in
      self.image(number).onSuccess { _ in self.progress.append(self.progress.count + 1) }
    }
    .onSuccess { self.shown = $0 }
  }

  func textDidChange(to text: String) {
    search.debounce(.milliseconds(300), clock: clock) { self.find(text) }
      .onSuccess { self.found = $0 }
  }

  func searchNow(_ text: String) {
    search.start { self.find(text) }.onSuccess { self.found = $0 }
  }

  private func find(_ text: String) -> Future<[Int], any Error> {
    start(text).map { [$0.count] }
  }

  private func start(_ name: String) -> Future<String, any Error> {
    MainActor.assertIsolated()
    started.append(name)
    return Future(value: name)
  }
}

/// What view models write with the tools for sharing and limiting work.
@Suite struct SharingToolsTests {
  private let clock = ManualClock()

  @Test func loadsAndLimitsRunOnTheMainActor() {
    let model = Model(clock: clock)
    model.images([1, 2, 1])
    #expect(model.shown == ["image 1", "image 2", "image 1"])
    #expect(model.progress == [1, 2, 3])
    #expect(model.started == ["image 1", "image 2"])
  }

  @Test func onlyTheNewestSearchCounts() {
    let model = Model(clock: clock)
    for text in ["s", "so", "soc"] { model.textDidChange(to: text) }
    clock.advance(by: .milliseconds(300))
    #expect(model.started == ["soc"])
    #expect(model.found == [3])
    model.textDidChange(to: "socks")
    model.searchNow("shoes!")
    clock.advance(by: .milliseconds(300))
    #expect(model.started == ["soc", "shoes!"])
    #expect(model.found == [6])
  }
}
