import Foundation
import Futures
import Interruption
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10)))
struct InterruptionTests {
  private static let started = Atomic<Int>(0)

  @Test func isHeardWhileEveryThreadOfTheGlobalQueueIsBusy() async {
    let interruption = Interruption()
    defer { interruption.stop() }
    let token = interruption.token
    let deadline = ContinuousClock.now + .seconds(3)
    let threads = ProcessInfo.processInfo.activeProcessorCount
    let busy = (0..<16 * threads).map { _ in
      Future<Bool, Never>(on: .global()) {
        // Once only: a second one would end the process.
        let isBusy = Self.started.add(1, ordering: .relaxed).newValue == threads
        if isBusy { kill(getpid(), SIGINT) }
        while !token.isCancelled, ContinuousClock.now < deadline {}
        return token.isCancelled
      }
    }
    for future in busy { #expect(await future.value) }
  }
}
