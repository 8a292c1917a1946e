import DurableWorkflows
import DurableWorkflowsTesting
import Foundation
import Futures
import Testing
import Workflows

@Suite struct InMemoryRunStoreTests {
  struct Unreachable: Error {}

  /// A first program with waits and a pause does not stand still.
  @Test func theTimeOfAStoreWithoutAClockIsThatOfTheMachine() async throws {
    let attempts = Calls()
    let workflow = Workflow("first program") { (date: Date, run: Steps) in
      try await run.wait(for: .milliseconds(10))
      try await run.wait(until: date, name: "wait for the date")
      let retry = RetryPolicy(attempts: 2, backoff: .constant(.milliseconds(10)))
      try await run.step("try twice", retry: retry) {
        attempts.add("attempt")
        if attempts.all.count < 2 { throw Unreachable() }
      }
      return try await run.now
    }
    let runs = try DurableRuns(store: .inMemory(), workflows: [workflow.durable()])
    runs.start()
    let date = Date(timeIntervalSinceNow: 0.05)
    let run = try await runs.submit(workflow, id: "a", input: date)
    let value = Future<Date, any Error> { try await run.value }
    #expect(try await value.timeout(.seconds(60)).value.timeIntervalSince(date) > -0.01)
    #expect(attempts.all.count == 2)
    await runs.stop()
  }
}
