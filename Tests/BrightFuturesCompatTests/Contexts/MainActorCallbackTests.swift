import BrightFuturesCompat
import Testing
import TestSupport

/// Callbacks that are marked `@MainActor` may touch its state, and run there wherever they are
/// registered.
@Suite(.timeLimit(.minutes(10))) struct MainActorCallbackTests {
  @MainActor
  final class Screen {
    var lines: [String] = []

    func show(_ future: Future<Int, Oops>) {
      future
        .onSuccess { @MainActor value in self.lines.append("\(value)") }
        .onFailure { @MainActor error in self.lines.append("\(error)") }
        .onComplete { @MainActor _ in self.lines.append("complete") }
    }
  }

  @MainActor
  @Test func theyTouchTheStateOfTheMainActor() async {
    let screen = Screen()
    let future = Future<Int, Oops>(value: 1)
    screen.show(future)
    #expect(screen.lines == [], "they always hop")
    _ = try? await future.andThen { _ in }.get()
    #expect(screen.lines == ["1", "complete"])
  }

  @Test func registeredElsewhereTheyRunOnTheMainActor() async {
    let done = Promise<Bool, Never>()
    Future<Int, Oops>(error: .first).onFailure { @MainActor _ in
      done.success(MainActor.assumeIsolated { true })
    }
    #expect(await done.future.get())
  }

  @MainActor
  @Test func theyMayRunInTheCallWhenAlreadyThere() {
    let screen = Screen()
    let future = Future<Int, Oops>(value: 1)
    future.onSuccess(.mainActorInline) { @MainActor value in screen.lines.append("\(value)") }
    future.onComplete(.mainActorInline) { @MainActor _ in screen.lines.append("complete") }
    Future<Int, Oops>(error: .first)
      .onFailure(.mainActorInline) { @MainActor error in screen.lines.append("\(error)") }
    #expect(screen.lines == ["1", "complete", "first"])
  }
}
