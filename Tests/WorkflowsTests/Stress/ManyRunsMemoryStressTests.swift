#if canImport(Glibc)
import Futures
import FuturesTesting
import Testing
import TestSupport
import Workflows

/// Many runs at once leave nothing behind.
///
/// Each test measures the memory of a process of its own, where no other test runs.
@Suite(.serialized) struct ManyRunsMemoryStressTests {
  @Test func memoryReturnsToItsStart() async {
    await #expect(processExitsWith: .success) {
      for _ in 0..<warmUpRounds { await runManyAtOnce(10_000) }
      let start = ResidentMemory.now
      for _ in 0..<(StressSize.isLong ? 50 : 4) { await runManyAtOnce(10_000) }
      let grown = ResidentMemory.now - start
      #expect(grown < limit, "grew by \(grown) bytes")
    }
  }

  @Test func cancelledRunsLeaveNothingBehind() async {
    await #expect(processExitsWith: .success) {
      @Sendable func cancelAll() async {
        let gate = Gate<Int>()
        let workflow = Workflow {
          Increment()
          gate
        }
        let runs = (0..<10_000).map { workflow.start($0) }
        for run in runs { run.cancel() }
        for run in runs { await run.stopped() }
      }
      for _ in 0..<warmUpRounds { await cancelAll() }
      let start = ResidentMemory.now
      for _ in 0..<(StressSize.isLong ? 50 : 4) { await cancelAll() }
      let grown = ResidentMemory.now - start
      #expect(grown < limit, "grew by \(grown) bytes")
    }
  }
}

/// How many rounds go by before the memory is looked at: those in which the allocator still grows.
private var warmUpRounds: Int { StressSize.isLong ? 25 : 4 }

/// What several rounds may add to the memory in use after some others.
///
/// The allocator gives memory back to the system when it likes, so the number wavers by some megabytes. One
/// round takes several times as much: if it left a part behind, that would add up to more.
private let limit = 32 << 20
#endif
