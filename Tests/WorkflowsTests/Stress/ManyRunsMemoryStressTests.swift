#if canImport(Glibc)
import Futures
import FuturesTesting
import Testing
import TestSupport
import Workflows

/// Checks that many runs at once leave no memory behind.
///
/// Each test measures the memory of a separate process, where no other test runs.
@Suite(.serialized) struct ManyRunsMemoryStressTests {
  @Test func memoryReturnsToItsStart() async {
    await #expect(processExitsWith: .success) {
      for _ in 0..<warmUpRounds { await runManyAtOnce(runsPerRound) }
      let start = ResidentMemory.now
      for _ in 0..<(StressSize.isLong ? 50 : 4) { await runManyAtOnce(runsPerRound) }
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
        let runs = (0..<runsPerRound).map { workflow.start($0) }
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

  @Test(arguments: ["cancel", "drop", "end"])
  func runsThatEndedDoNotPileUpOnTheTokenTheyFollowed(_ how: String) async {
    await #expect(processExitsWith: .success) { [how] in
      let source = CancellationSource()
      let workflow = Workflow { Increment() }
      @Sendable func follow(_ count: Int) async {
        for _ in 0..<count {
          let run = workflow.prepare(1, options: RunOptions(cancellation: source.token))
          switch how {
          case "cancel": run.cancel()
          case "end":
            try? run.start()
            await run.stopped()
          default: break
          }
        }
      }
      await follow(10_000)
      let start = ResidentMemory.now
      await follow(StressSize.isLong ? 1_000_000 : 40_000)
      let grown = ResidentMemory.now - start
      #expect(grown < (StressSize.isLong ? 6 << 20 : 3 << 20), "grew by \(grown) bytes")
    }
  }
}

/// The number of concurrent runs.
private var runsPerRound: Int { StressSize.isLong ? 10_000 : 4_000 }

/// The number of rounds before memory is measured, in which the allocator still grows.
private var warmUpRounds: Int { StressSize.isLong ? 25 : 4 }

/// The maximum number of bytes that several rounds may add to the memory of earlier rounds.
///
/// The allocator returns memory to the system at times of its choice, so the number varies. One
/// round takes several times as much: if it left a part behind, the sum would exceed the limit.
private var limit: Int { StressSize.isLong ? 32 << 20 : 16 << 20 }
#endif
