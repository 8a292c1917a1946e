import Futures
import TestSupport
import Testing
import Workflows

/// Observers added before the end of a run, and code that awaits its value.
@Suite(.timeLimit(.minutes(10)))
struct ObserverOrderRaceTests {
  private let rounds = StressSize.isLong ? 20_000 : 500
  private let workflow = Workflow { Increment() }

  @MainActor
  @Test func observersOfTheMainActorHaveRunWhenTheValueIsThere() async throws {
    let owner = Owner()
    var (called, missed) = (0, 0)
    for round in 1...rounds {
      let run = workflow.start(round).onSuccess(for: owner) { _, _ in called += 1 }
      #expect(try await run.value == round + 1)
      if called != round { missed += 1 }
      called = round
    }
    #expect(missed == 0)
  }

  private actor Screen {
    private var shown = 0

    /// Returns the number of rounds in which the value came before the observer.
    func missed(of rounds: Int, _ workflow: Workflow<Int, Int>) async throws -> Int {
      var missed = 0
      for round in 1...rounds {
        let run = workflow.start(round).onSuccess(for: self) { screen, _ in self.shown += 1 }
        _ = try await run.value
        if shown != round { missed += 1 }
        shown = round
      }
      return missed
    }

    /// Does the same for failures.
    func missedFailures(of rounds: Int) async throws -> Int {
      var missed = 0
      for round in 1...rounds {
        let run = Workflow { Fail() }.start(1).onFailure(for: self) { _, _ in self.shown += 1 }
        _ = try? await run.value
        if shown != round { missed += 1 }
        shown = round
      }
      return missed
    }
  }

  @Test func observersOfAnActorHaveRunWhenTheValueIsThere() async throws {
    #expect(try await Screen().missed(of: rounds, workflow) == 0)
    #expect(try await Screen().missedFailures(of: rounds) == 0)
  }

  @Test func inlineObserversHaveRunWhenTheValueIsThere() async throws {
    let owner = Owner()
    let missed = Counter()
    for round in 0..<rounds {
      let called = Box(false)
      let run = workflow.start(round).on(.inline).onSuccess(for: owner) { _, _ in
        called.value = true
      }
      _ = try await run.future.value
      if !called.value { missed.add() }
    }
    #expect(missed.value == 0)
  }
}
