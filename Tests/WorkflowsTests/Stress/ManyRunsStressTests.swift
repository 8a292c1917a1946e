#if canImport(Glibc)
import Futures
import FuturesTesting
import Testing
import TestSupport
import Workflows

/// Many runs at once: none is lost, and nothing is left behind.
@Suite(.serialized) struct ManyRunsStressTests {
  /// Runs a five-step workflow many times at once, and checks every output.
  private static func runAll(_ count: Int) async {
    let workflow = Workflow("five steps") {
      Increment()
      Perform { (number: Int) in "\(number)" }
      Perform { (text: String) async in
        await Task.yield()
        return Array(text.utf8)
      }
      Perform { (bytes: [UInt8]) in String(decoding: bytes, as: UTF8.self) }
      Perform { (text: String) in Int(text) ?? -1 }
    }
    let owner = Owner()
    let calls = Counter()
    let runs = (0..<count).map { number in
      workflow.start(number).onSuccess(for: owner, on: .inline) { _, output in
        if output == number + 1 { calls.add() }
      }
    }
    for (number, run) in runs.enumerated() {
      let value = try? await run.value
      #expect(value == number + 1)
    }
    for run in runs { await run.stopped() }
    #expect(calls.value == count)
    #expect(runs.allSatisfy { $0.trace.spans.count == 6 && $0.fractionCompleted == 1 })
  }

  @Test func tenThousandRunsAtOnceLoseNothing() async {
    for _ in 0..<(StressSize.isLong ? 10 : 1) { await Self.runAll(10_000) }
  }

  /// Measures a process of its own, where no other test runs.
  @Test func memoryReturnsToItsStart() async {
    await #expect(processExitsWith: .success) {
      for _ in 0..<4 { await ManyRunsStressTests.runAll(10_000) }
      let start = ResidentMemory.now
      for _ in 0..<(StressSize.isLong ? 50 : 4) { await ManyRunsStressTests.runAll(10_000) }
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
      for _ in 0..<4 { await cancelAll() }
      let start = ResidentMemory.now
      for _ in 0..<(StressSize.isLong ? 50 : 4) { await cancelAll() }
      let grown = ResidentMemory.now - start
      #expect(grown < limit, "grew by \(grown) bytes")
    }
  }

  @Test func aLongWorkflowTakesNoStack() async throws {
    let workflow = (0..<2_000).reduce(Workflow<Int, Int>(named: "long")) { workflow, _ in
      workflow.appending(Increment())
    }
    #expect(try await workflow(0) == 2_000)
  }
}

/// What several rounds may add to the memory in use after some others.
///
/// The allocator gives memory back to the system when it likes, so the number wavers by some megabytes. One
/// round takes several times as much: if it left a part behind, that would add up to more.
private let limit = 32 << 20
#endif
