import Futures
import FuturesTesting
import Testing

/// Where work without a value is expected, a chain that ends in `onSuccess { … }` is awaited, even
/// if it fails with errors of another type.
@Suite struct WorkWithoutValueTests {
  struct Flaw: Error {}

  @Test func theWorkOfAClosureIsAwaited() async {
    let promise = Promise<Int, Flaw>()
    let typed = promise.future
    let work: Future<Void, any Error> = Future { typed.onSuccess { _ in } }
    #expect(!work.isSettled)
    promise.fail(Flaw())
    await #expect(throws: Flaw.self) { try await work.value }
  }

  @Test func theLatestWorkIsAwaited() async {
    let promise = Promise<Int, Flaw>()
    let typed = promise.future
    let latest = Latest<Void, any Error>()
    let work = latest.start { typed.onSuccess { _ in } }
    #expect(!work.isSettled)
    promise.fail(Flaw())
    await #expect(throws: Flaw.self) { try await work.value }
  }

  @Test func soIsTheLatestAfterAPause() async throws {
    let promise = Promise<Int, Flaw>()
    let typed = promise.future
    let clock = ManualClock()
    let latest = Latest<Void, any Error>()
    let owner = Owner()
    let first = latest.debounce(.seconds(1), clock: clock) { typed.onSuccess { _ in } }
    clock.advance(by: .seconds(1))
    let second = latest.debounce(.seconds(1), for: owner, clock: clock) { _ in
      typed.onSuccess { _ in }
    }
    await #expect(throws: SupersededError.self) { try await first.value }
    clock.advance(by: .seconds(1))
    promise.fail(Flaw())
    await #expect(throws: Flaw.self) { try await second.value }
  }

  private final class Owner: Sendable {}
}
