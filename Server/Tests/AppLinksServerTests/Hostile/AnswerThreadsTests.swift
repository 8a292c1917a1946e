import AppLinksServer
import Dispatch
import Futures
import Testing

/// The threads for answers that take processor time.
@Suite struct AnswerThreadsTests {
  @Test func aTaskThatIsCancelledLeavesTheLine() async throws {
    let threads = AnswerThreads(count: 1)
    let gate = DispatchSemaphore(value: 0)
    let started = Promise<Void, any Error>()
    let first = Task {
      try await threads.run {
        started.succeed()
        gate.wait()
        return 1
      }
    }
    try await started.future.value
    let second = Task { try await threads.run { 2 } }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    gate.signal()
    #expect(try await first.value == 1)
    #expect(try await threads.run { 3 } == 3)
  }
}
