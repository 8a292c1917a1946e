#if ServiceLifecycle
import Futures
import FuturesServiceLifecycle
import ServiceLifecycleTestKit
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ShutdownScopeTests {
  @Test func aShutdownCancelsWhatTheScopeHasStarted() async throws {
    await testGracefulShutdown { trigger in
      await withShutdownScope { token in
        let work = Future { try await Task.sleep(for: .seconds(1_000)) }
        #expect(!token.isCancelled)
        trigger.triggerGracefulShutdown()
        #expect(token.isCancelled)
        await #expect(throws: CancellationError.self) { try await work.value }
      }
    }
  }

  @Test func cancellingTheTaskCancelsTheScope() async {
    let started = Promise<Void, any Error>()
    let task = Task {
      try await withShutdownScope { _ in
        let work = Future { try await Task.sleep(for: .seconds(1_000)) }
        started.succeed()
        return try await work.value
      }
    }
    _ = await started.future.result
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func theScopeEndsWithItsCode() async {
    let token = await withShutdownScope { token in token }
    #expect(token.isCancelled)
  }
}
#endif
