import Futures
import FuturesTesting
import TestSupport
import Testing
import Workflows

extension RunKey where Value == FinishedElements<Int> {
  fileprivate static let numbers = RunKey("numbers")
}

/// The finished elements of a `ForEach` that does not succeed.
@Suite(.timeLimit(.minutes(10)))
struct FinishedElementsTests {
  private let gate = Gate<Int>()
  private let clock = ManualClock()

  /// Starts steps, of which those for odd numbers wait.
  private func start(_ numbers: [Int], limited: Bool = false) -> WorkflowRun<[Int]> {
    let gate = gate
    let each = ForEach(finished: .numbers) {
      Perform.withContext { (number: Int, context: StepContext) in
        number.isMultiple(of: 2) ? number * 10 : try await gate.run(number, in: context)
      }
    }
    return limited
      ? Workflow {
        each.timeout(.seconds(1), clock: clock)
          .recover(
            with: Perform.withContext { (_: [Int], context) in
              (context[.numbers]?.outputs ?? []) + [-1]
            }
          )
      }.start(numbers) : Workflow { each }.start(numbers)
  }

  @Test func thereIsNoOutputAtAPositionThatNoElementHas() async throws {
    let run = start([2, 4])
    _ = try await run.value
    let finished = try #require(run[.numbers])
    #expect(finished[1] == 40)
    #expect(finished[2] == nil)
    #expect(finished[-1] == nil)
  }

  /// Waits until a number of elements of the run have finished.
  private func wait(for count: Int, of run: WorkflowRun<[Int]>) async {
    while run[.numbers]?.outputs.count != count { await Task.yield() }
  }

  @Test func afterACancellation() async throws {
    let run = start([1, 2, 4])
    try await gate.arrival()
    await wait(for: 2, of: run)
    run.cancel()
    await run.stopped()
    let finished = try #require(run[.numbers])
    #expect(finished.outputs == [20, 40] && finished.count == 3)
    #expect(finished[0] == nil && finished[2] == 40)
  }

  @Test func afterAFailure() async throws {
    let run = start([2, 1, 4])
    await wait(for: 2, of: run)
    gate.fail()
    #expect(await run.result.failure is TestError)
    #expect(run[.numbers]?.outputs == [20, 40])
  }

  @Test func afterATimeLimit() async throws {
    let run = start([1, 2], limited: true)
    try await gate.arrival()
    await wait(for: 1, of: run)
    clock.advance(by: .seconds(1))
    #expect(try await run.value == [20, -1])
  }

  @Test func afterASuccessItHasAll() async throws {
    let run = start([2, 4])
    #expect(try await run.value == [20, 40])
    #expect(run[.numbers]?.outputs == [20, 40])
  }
}
