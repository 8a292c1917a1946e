import Futures
import Testing
import TestSupport
import Workflows

/// Many runs at once, and one long one: nothing is lost.
@Suite(.serialized) struct ManyRunsStressTests {
  @Test func tenThousandRunsAtOnceLoseNothing() async {
    for _ in 0..<(StressSize.isLong ? 10 : 1) { await runManyAtOnce(10_000) }
  }

  @Test func aLongWorkflowTakesNoStack() async throws {
    let workflow = (0..<2_000).reduce(Workflow<Int, Int>.empty(named: "long")) { workflow, _ in
      workflow.appending(Increment())
    }
    #expect(try await workflow(0) == 2_000)
  }
}
