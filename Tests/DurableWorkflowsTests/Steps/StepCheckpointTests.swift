import DurableWorkflows
import Testing
import Workflows

/// What `checkpoint()` records; what it refuses is in `Tests/CompileFail`.
@Suite struct StepCheckpointTests {
  // Deprecated code may use deprecated declarations without a warning.
  @available(*, deprecated)
  @Test func anOutputThatIsNotCodableIsAnErrorWhereTryIsWritten() {
    #expect(throws: UncodableOutput.self) {
      _ = try Perform("divide") { (number: Int) in (number / 2, number - number / 2) }.checkpoint()
    }
    #expect(throws: UncodableOutput.self) {
      _ = try Workflow("begin") { Perform("begin") { (number: Int) in Task { number } } }
        .checkpoint()
    }
  }
}
