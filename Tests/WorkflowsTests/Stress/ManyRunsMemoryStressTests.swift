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
      await follow(StressSize.isLong ? 1_000_000 : 100_000)
      let grown = ResidentMemory.now - start
      #expect(grown < 6 << 20, "grew by \(grown) bytes")
    }
  }
}

/// How many rounds go by before the memory is looked at: those in which the allocator still grows.
private var warmUpRounds: Int { StressSize.isLong ? 25 : 4 }

/// What several rounds may add to the memory in use after some others.
///
/// The allocator gives memory back to the system when it likes, so the number wavers by some
/// megabytes. One round takes several times as much: if it left a part behind, that would add up to
/// more.
private let limit = 32 << 20
#endif
