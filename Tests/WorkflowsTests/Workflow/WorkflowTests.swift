import Testing
import Workflows

@Suite struct WorkflowTests {
  @Test func stepsRunInOrderAndHandOnTheirOutputs() async throws {
    let workflow = Workflow("text") {
      Perform("double") { (number: Int) in number * 2 }
      Perform("print") { (number: Int) in "\(number)" }
    }
    #expect(workflow.stepNames == ["double", "print"])
    #expect(try await workflow.start(21).value == "42")
  }
}
