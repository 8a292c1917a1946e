import Futures
import Testing
import TestSupport
import Workflows

extension RunKey where Value == Int {
  fileprivate static let count = RunKey("count")
}

extension RunKey where Value == String {
  fileprivate static let count = RunKey("count")
  fileprivate static let missing = RunKey("missing")
}

@Suite struct StepContextTests {
  @Test func aStepCanBeTestedByItself() async throws {
    let source = CancellationSource()
    let context = StepContext(name: "alone", cancellation: source.token)
    #expect(try await Increment().run(1, in: context) == 2)
    #expect(context.path == "alone")
    #expect(context.attempt == 1)
    context.report(0.25)
    #expect(context.reportedFraction == 0.25)
    try context.throwIfCancelled()
    source.cancel()
    #expect(throws: CancellationError.self) { try context.throwIfCancelled() }
  }

  @Test func progressStaysInRangeAndNeverGoesBack() {
    let context = StepContext()
    context.report(0.5)
    context.report(0.25)
    context.report(.nan)
    #expect(context.reportedFraction == 0.5)
    context.report(3, of: 4)
    #expect(context.reportedFraction == 0.75)
    context.report(3, of: 0)
    context.report(3, of: -1)
    #expect(context.reportedFraction == 0.75)
    context.report(-.infinity)
    context.report(7)
    #expect(context.reportedFraction == 1)
  }

  @Test func valuesTravelAlongToLaterStepsAndOutside() async throws {
    let workflow = Workflow {
      Perform.withContext { (number: Int, context: StepContext) in
        context[.count] = 3 as Int
        context[.count] = "three"
        return number
      }
      Perform.withContext { (_: Int, context: StepContext) in
        let number: Int = try context.require(.count)
        let text: String = try context.require(.count)
        return "\(number) \(text)"
      }
    }
    let run = workflow.start(1)
    #expect(try await run.value == "3 three")
    #expect(run[.count] == 3 as Int?)
    #expect(run[.count] == "three" as String?)
    #expect(run[.missing] == nil)
  }

  @Test func aValueCanBeTakenAway() {
    let context = StepContext()
    context[.count] = 1 as Int
    context[.count] = nil as Int?
    #expect(context[.count] == nil as Int?)
  }

  @Test func aMissingValueIsAnErrorThatSaysWhere() async throws {
    let workflow = Workflow("outer") {
      Perform.withContext("reader") { (_: Int, context: StepContext) in
        try context.require(RunKey<String>.missing)
      }
    }
    do {
      _ = try await workflow(1)
      Issue.record("nothing was thrown")
    } catch let error as MissingRunValue {
      #expect(error.key == "missing")
      #expect(error.step == "outer/reader")
      #expect("\(error)".contains("outer/reader"))
    }
  }

  @Test func runsDoNotShareValues() async throws {
    let workflow = Workflow {
      Perform.withContext { (number: Int, context: StepContext) in
        let old: Int? = context[.count]
        context[.count] = number
        return old
      }
    }
    #expect(try await workflow(1) == nil)
    #expect(try await workflow(2) == nil)
  }

  @Test func aMissingOptionalIsMissing() throws {
    let context = StepContext()
    let key = RunKey<Int?>("optional")
    #expect(context[key] == .none)
    #expect(throws: MissingRunValue.self) { try context.require(key) }
    context[key] = .some(nil)
    #expect(context[key] == .some(nil))
    #expect(try context.require(key) == nil)
  }
}
