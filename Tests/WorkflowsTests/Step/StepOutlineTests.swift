import Testing
import Workflows

@Suite struct StepOutlineTests {
  private func lines(_ outline: StepOutline, indent: String = "") -> [String] {
    ["\(indent)\(outline.kind) \(outline.name): \(outline.type)"]
      + outline.parts.flatMap { lines($0, indent: indent + "  ") }
  }

  private func number(_ name: String) -> Perform<Int, Int> { Perform(name) { $0 } }

  @Test func aStepWithoutPartsIsOneLine() {
    struct Custom: Step {
      func run(_ input: Int, in context: StepContext) async throws -> String { "\(input)" }
    }
    #expect(lines(Custom().outline) == ["step Custom: String"])
    #expect(lines(Custom().named("other").outline) == ["step other: String"])
  }

  @Test func aWorkflowTellsItsSteps() {
    let flow = Workflow("flow") {
      number("a")
      Workflow("inner") { number("b") }
      When("even") { (number: Int) in
        number.isMultiple(of: 2)
      } then: {
        number("c")
      } otherwise: {
        number("d")
      }
      Parallel("both") {
        number("e")
        number("f").asResult()
      }
    }
    #expect(
      lines(flow.outline) == [
        "chain flow: (Int, Result<Int, Error>)",
        "  step a: Int",
        "  chain inner: Int",
        "    step b: Int",
        "  when even: Int",
        "    chain c: Int",
        "      step c: Int",
        "    chain d: Int",
        "      step d: Int",
        "  parallel both: (Int, Result<Int, Error>)",
        "    step e: Int",
        "    settle f: Result<Int, Error>",
        "      step f: Int",
      ]
    )
  }

  @Test func elementsHaveTheStepsOfOne() {
    let each = ForEach(name: "each") { number("a") }
    #expect(
      lines(each.outline) == ["forEach each: Array<Int>", "  chain a: Int", "    step a: Int"]
    )
  }

  @Test func stepsAroundOthersTellThem() {
    let step = number("a")
    #expect(lines(step.retry().outline) == ["retry a: Int", "  step a: Int"])
    #expect(lines(step.timeout(.seconds(1)).outline) == ["timeout a: Int", "  step a: Int"])
    #expect(lines(step.finally { _ in }.outline) == ["finally a: Int", "  step a: Int"])
    #expect(lines(step.compensate { _ in }.outline) == ["compensate a: Int", "  step a: Int"])
    #expect(lines(step.cached().outline) == ["cache a: Int", "  step a: Int"])
    #expect(lines(step.keepingInput().outline) == ["keepInput a: (Int, Int)", "  step a: Int"])
    #expect(lines(step.recover { _ in 1 }.outline) == ["recover a: Int", "  step a: Int"])
    #expect(
      lines(step.recover(with: number("b")).outline) == [
        "recover a: Int", "  step a: Int", "  step b: Int",
      ]
    )
  }

  @Test func soDoWorkflowsAroundOthers() {
    let flow = Workflow("flow") { number("a") }
    #expect(
      lines(flow.retry().outline) == ["retry flow: Int", "  chain flow: Int", "    step a: Int"]
    )
    #expect(
      lines(flow.weighted(2).outline) == ["chain flow: Int", "  step a: Int"]
    )
  }
}
