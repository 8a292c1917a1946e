import Futures
import FuturesTesting
import TestSupport
import Testing
import Workflows

private struct Offline: Error {}

/// Answers that are returned one after another, one for each call.
private final class Answers: Sendable {
  private let answers: Box<[Future<String, any Error>]>

  init(_ answers: [Future<String, any Error>]) { self.answers = Box(answers) }

  func next() -> Future<String, any Error> {
    var left = answers.value
    defer { answers.value = left }
    return left.removeFirst()
  }

  /// An answer that never arrives, a failure, and a success.
  static var thirdTimeLucky: Answers {
    Answers([.never, Future(error: Offline()), Future(value: "Emma")])
  }
}

private let policy = RetryPolicy(attempts: 3, backoff: .constant(.seconds(1)))

/// A time limit in a retry in a workflow, on a manual clock.
@Suite(.timeLimit(.minutes(10)))
struct ManualTimeTests {
  let clock = ManualClock()
  private let answers = Answers.thirdTimeLucky

  /// The time limit and the retry are steps.
  private var ofSteps: Workflow<Void, String> {
    Workflow("title") { [clock, answers] in
      Perform("fetch") { () async throws -> String in
        // The task keeps working while the time limit is pending.
        for _ in 0..<20 { await Task.yield() }
        return try await answers.next().value
      }
      .timeout(.seconds(5), clock: clock)
      .retry(policy, clock: clock)
    }
  }

  /// The time limit and the retry are futures in a step.
  private var ofFutures: Workflow<Void, String> {
    Workflow("title") { [clock, answers] in
      Perform("fetch") { () async throws -> String in
        try await withRetry(policy, clock: clock) {
          answers.next().timeout(.seconds(5), clock: clock)
        }
      }
    }
  }

  @Test(arguments: ["steps", "futures"])
  func runsUntilTheEnd(_ kind: String) throws {
    let manual = ManualContext()
    let title = manual.capture { (kind == "steps" ? ofSteps : ofFutures).start().future }
    try clock.run(until: title, on: manual)
    #expect(title.currentValue == "Emma")
    #expect(clock.now.offset == .seconds(5 + 1 + 1))
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test(arguments: ["steps", "futures"])
  func theAsynchronousFormDoesTheSame(_ kind: String) async throws {
    let manual = ManualContext()
    let title = manual.capture { (kind == "steps" ? ofSteps : ofFutures).start().future }
    try await clock.run(until: title, on: manual)
    #expect(title.currentValue == "Emma")
    #expect(clock.now.offset == .seconds(5 + 1 + 1))
  }

  @Test @MainActor func aStepMayBeAtHomeOnTheMainActor() async throws {
    let manual = ManualContext()
    let (clock, answers) = (clock, answers)
    let workflow = Workflow("title") {
      Perform("fetch") { () async throws -> String in
        MainActor.assertIsolated()
        return try await answers.next().value
      }
      .timeout(.seconds(5), clock: clock)
      .retry(policy, clock: clock)
    }
    let title = manual.capture { workflow.start().future }
    try await clock.run(until: title, on: manual)
    #expect(title.currentValue == "Emma")
    #expect(clock.now.offset == .seconds(5 + 1 + 1))
  }

  @Test func waitsForOneTimerAfterTheOther() async throws {
    let run = ofSteps.start()
    try await clock.waitForTimer(dueAt: .init(offset: .seconds(5)))
    clock.advance(by: .seconds(5))  // the first attempt is late
    try await clock.waitForTimer(dueIn: .seconds(1))
    clock.advance(by: .seconds(1))  // the second one fails by itself
    try await clock.waitForTimer(dueIn: .seconds(1))
    clock.advance(by: .seconds(1))
    #expect(try await run.value == "Emma")
  }
}
