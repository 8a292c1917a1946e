import Futures
import FuturesTesting
import TestSupport
import Testing

/// Work that starts after a pause and belongs to an object.
@Suite struct LatestOwnerTests {
  /// A typical screen.
  private final class Screen: Sendable {
    let search = Latest<Int, any Error>()
    let server: ManualServer
    let released = Tracked()

    init(_ server: ManualServer) { self.server = server }
  }

  private let server = ManualServer()
  private let clock = ManualClock()

  @Test func aPauseDoesNotKeepItsScreen() {
    var screen: Screen? = Screen(server)
    let released = WeakReference(screen!.released)
    let answer = screen!.search.debounce(.seconds(1), for: screen!, clock: clock) { screen in
      screen.server.request("a")
    }
    screen = nil
    #expect(released.isGone)
    #expect(clock.pendingTimers.isEmpty)
    clock.advance(by: .seconds(1))
    #expect(server.requests == [])
    #expect(answer.currentError is CancellationError)
  }

  @Test func anOwnerThatIsGoneIsNotAsked() {
    let latest = Latest<Int, any Error>()
    var owner: Screen? = Screen(server)
    let answer = latest.debounce(.seconds(1), for: owner!, clock: clock) { screen in
      screen.server.request("a")
    }
    owner = nil
    #expect(!answer.isSettled)
    clock.advance(by: .seconds(1))
    #expect(server.requests == [])
    #expect(answer.currentError is CancellationError)
  }

  @Test func anOwnerThatIsThereIsPassedOn() {
    let screen = Screen(server)
    let answer = screen.search.debounce(.seconds(1), for: screen, clock: clock) { screen in
      screen.server.request("a")
    }
    clock.advance(by: .seconds(1))
    server.answer(0, 7)
    #expect(answer.currentValue == 7)
  }

  @Test func whatTheClosureThrowsFailsTheFuture() {
    let screen = Screen(server)
    let answer = screen.search.debounce(.seconds(1), for: screen, clock: clock) {
      (screen: Screen) throws -> Future<Int, any Error> in
      if screen.server.requests.isEmpty { throw TestError.first }
      return screen.server.request("a")
    }
    clock.advance(by: .seconds(1))
    #expect(answer.currentError as? TestError == .first)
    let gone = screen.search.debounce(.seconds(1), for: Screen(server), clock: clock) {
      (screen: Screen) throws -> Future<Int, any Error> in throw TestError.second
    }
    clock.advance(by: .seconds(1))
    #expect(gone.currentError is CancellationError)
  }

  @Test func aPauseBeforeATaskDoesNotKeepItsScreen() {
    var screen: Screen? = Screen(server)
    let released = WeakReference(screen!.released)
    let value = screen!.search.debounce(.seconds(1), for: screen!, clock: clock) { screen in
      try await screen.server.request("a").value
    }
    #expect(value.currentResult == nil)
    screen = nil
    #expect(released.isGone)
    #expect(clock.pendingTimers.isEmpty)
    #expect(value.currentError is CancellationError)
    var other: Screen? = Screen(server)
    let latest = Latest<Int, any Error>()
    let page = latest.debounce(.seconds(1), for: other!, clock: clock) { screen async in
      screen.server.request("a")
    }
    other = nil
    #expect(!page.isSettled)
    clock.advance(by: .seconds(1))
    #expect(server.requests == [])
    #expect(page.currentError is CancellationError)
  }

  @Test func aTaskHasItsOwner() async throws {
    let screen = Screen(server)
    let value = screen.search.debounce(.seconds(1), for: screen, clock: clock) { screen in
      await Task.yield()
      return screen.server.requests.count
    }
    clock.advance(by: .seconds(1))
    #expect(try await value.value == 0)
    let page = screen.search.debounce(.seconds(1), for: screen, clock: clock) { screen in
      await Task.yield()
      let count: Future<Int, any Error> = Future(value: screen.server.requests.count + 1)
      return count
    }
    clock.advance(by: .seconds(1))
    #expect(try await page.value == 1)
  }

  @Test func cancellingTheScopeRemovesTheTimer() {
    let screen = Screen(server)
    let page = withCancellationScope {
      screen.search.debounce(.seconds(1), for: screen, clock: clock) { $0.server.request("a") }
    }
    page.cancel()
    #expect(clock.pendingTimers.isEmpty)
  }

  @MainActor private final class MainScreen {
    let search = Latest<Int, any Error>()
    var text = ""

    func textDidChange(_ clock: ManualClock) -> Future<Int, any Error> {
      search.debounce(.seconds(1), for: self, clock: clock) { screen in
        screen.text += "!"
        return Future(value: screen.text.count)
      }
    }
  }

  @MainActor
  @Test func itRunsWhereItIsWritten() {
    let screen = MainScreen()
    let count = screen.textDidChange(clock)
    clock.advance(by: .seconds(1))
    #expect(count.currentValue == 1)
  }
}
