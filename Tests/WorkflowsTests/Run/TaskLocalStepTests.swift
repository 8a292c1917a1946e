import Futures
import FuturesTesting
import Testing
import TestSupport
import Workflows

private enum Request {
  @TaskLocal static var user = "nobody"
}

/// A step that records the user, and fails the first time.
private struct NoteUser: Step {
  let log: Log<String>
  var failures = Counter()
  var failsOnce = false

  func run(_ input: Int, in context: StepContext) async throws -> Int {
    log.add(Request.user)
    if failsOnce && failures.add() == 1 { throw TestError() }
    return input
  }
}

/// The steps of a run have the task-local values of the code that starts it.
@Suite struct TaskLocalStepTests {
  private let log = Log<String>()
  private let gate = Gate<Int>("gate")
  private let clock = ManualClock()

  private var workflow: Workflow<Int, Int> {
    Workflow("main") {
      gate
      NoteUser(log: log)
      NoteUser(log: log).timeout(.seconds(60), clock: clock)
      NoteUser(log: log, failsOnce: true)
        .retry(RetryPolicy(backoff: .constant(.seconds(1))), clock: clock)
      Perform { (number: Int) in [number, number] }
      ForEach { NoteUser(log: log) }
      Perform { (numbers: [Int]) in numbers[0] }
    }
  }

  @Test func stepsAreOfTheCodeThatStartsTheRun() async throws {
    let run = Request.$user.withValue("bob") { workflow.start(1) }
    try await gate.arrival()
    try run.append(NoteUser(log: log))
    Request.$user.withValue("alice") { gate.open() }
    try await clock.waitForTimer(dueIn: .seconds(1))
    Request.$user.withValue("alice") { clock.advance(by: .seconds(1)) }
    #expect(try await run.value == 1)
    #expect(log.all == Array(repeating: "bob", count: 7))
  }

  @Test func aPreparedRunIsOfTheCodeThatStartsIt() async throws {
    let run = Request.$user.withValue("alice") {
      Workflow("main") { NoteUser(log: log) }.prepare(1)
    }
    try Request.$user.withValue("bob") { try run.start() }
    #expect(try await run.value == 1)
    #expect(log.all == ["bob"])
  }
}
