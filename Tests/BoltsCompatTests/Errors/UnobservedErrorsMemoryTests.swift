import BoltsCompat
import Futures
import Testing
import TestSupport

private struct Unseen: Error {}

/// Leaves an error behind that nobody looks at.
private func dropError() { _ = BFTask<Int>(error: Unseen()) }

/// What handlers that were replaced leave behind.
///
/// Each test runs in a process of its own: the handler is one for the whole process.
@Suite(.timeLimit(.minutes(10))) struct UnobservedErrorsMemoryTests {
  @Test func settingAHandlerVeryOftenNeedsNeitherMemoryNorStack() async {
    await #expect(processExitsWith: .success) {
      let before = Counter()
      let heard = Counter()
      Diagnostics.setHandler { _ in before.add() }
      expectConstantMemory {
        BFUnobservedErrors.setHandler { _ in heard.add() }
      }
      onSmallStack {
        dropError()
        BFCancellationTokenSource().cancel(afterDelay: -7)
        precondition(heard.value == 1 && before.value == 1)
        BFUnobservedErrors.setHandler(nil)
        dropError()
        precondition(heard.value == 1 && before.value == 2)
      }
    }
  }

  @Test func aHandlerThatIsReplacedIsReleased() async {
    await #expect(processExitsWith: .success) {
      let references = (0..<2).map { _ in
        let tracked = Tracked()
        BFUnobservedErrors.setHandler { _ in tracked.touch() }
        return WeakReference(tracked)
      }
      precondition(references[0].isGone && !references[1].isGone)
      BFUnobservedErrors.setHandler(nil)
      precondition(references[1].isGone)
    }
  }

  /// What is released meanwhile may use the hook itself.
  @Test func settingHandlersOnManyThreadsLosesNoError() async {
    await #expect(processExitsWith: .success) {
      let heard = Counter()
      Diagnostics.setHandler { _ in heard.add() }
      let threads = (0..<4).map { _ in
        ThreadBox {
          for _ in 0..<2_000 {
            let releasing = Releasing()
            BFUnobservedErrors.setHandler { _ in
              releasing.touch()
              heard.add()
            }
            dropError()
          }
        }
      }
      for thread in threads { thread.start() }
      for thread in threads { thread.join() }
      let releases = 4 * 2_000 - 1  // the last one is still set
      precondition(heard.value == 4 * 2_000 + releases)
    }
  }
}

/// Leaves an error behind when it goes.
private final class Releasing: Sendable {
  func touch() {}
  deinit { dropError() }
}

/// Does something 100,000 times and stops the process if its memory grows with that.
private func expectConstantMemory(_ body: () -> Void) {
  for _ in 0..<1_000 { body() }
  #if canImport(Glibc)
  let start = ResidentMemory.now
  #endif
  for _ in 0..<100_000 { body() }
  #if canImport(Glibc)
  let grown = ResidentMemory.now - start
  precondition(grown < 4 << 20, "grew by \(grown) bytes")
  #endif
}
