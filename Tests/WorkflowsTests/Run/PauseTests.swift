import Futures
import FuturesTesting
import TestSupport
import Testing
import Workflows

/// A run that is paused between its steps.
@Suite(.timeLimit(.minutes(10)))
struct PauseTests {
  private let gate = Gate<Int>("gate")
  private let log = Log<String>()
  private let clock = ManualClock()
  private let manual = ManualContext()

  private func note(_ name: String) -> Perform<Int, Int> {
    Perform(name) { [log] number in
      log.add(name)
      return number + 1
    }
  }

  @Test func theStepThatRunsEndsAndTheNextWaits() throws {
    let run = manual.capture {
      Workflow {
        gate
        note("next")
      }.start(1)
    }
    manual.runAll()
    #expect(run.pause() && run.isPaused && run.state == .paused)
    gate.open()
    manual.runAll()
    #expect(log.all == [] && run.state == .paused && !run.isSettled)
    #expect(run.fractionCompleted == 0.5)
    #expect(run.resume() && !run.isPaused && run.state == .running)
    manual.runAll()
    #expect(log.all == ["next"] && run.currentValue == 2)
  }

  @Test func theOutputOfTheLastStepEndsAPausedRun() throws {
    let run = manual.capture { Workflow { gate }.start(1) }
    manual.runAll()
    run.pause()
    gate.open()
    manual.runAll()
    #expect(run.state == .succeeded && !run.isPaused && run.currentValue == 1)
  }

  @Test func callsSayWhetherTheyChangeAnything() async throws {
    let run = Workflow { gate }.start(1)
    #expect(!run.resume())
    #expect(run.pause() && !run.pause())
    #expect(run.resume() && !run.resume())
    gate.open()
    _ = try await run.value
    #expect(!run.pause() && !run.resume() && !run.isPaused)
  }

  @Test func everyStateIsInTheSequenceAndInTheMonitor() async throws {
    let monitor = WorkflowMonitor(on: .inline) { [log] report in log.add("\(report.state)") }
    let run = Workflow { gate }.prepare(1)
    monitor.observe(run)
    var states = run.states.makeAsyncIterator()
    try run.start()
    run.pause()
    run.resume()
    gate.open()
    await run.stopped()
    #expect(log.all == ["running", "paused", "running", "succeeded"])
    for state in [RunState.ready, .running, .paused, .running, .succeeded] {
      #expect(await states.next() == state)
    }
  }

  @Test func aRunThatHasNotBegunBeginsPaused() throws {
    let run = Workflow { note("first") }.prepare(1)
    #expect(run.pause() && run.isPaused && run.state == .ready)
    try manual.capture { try run.start() }
    manual.runAll()
    #expect(run.state == .paused && log.all == [])
    run.resume()
    manual.runAll()
    #expect(run.state == .succeeded && log.all == ["first"])
  }

  @Test func aQueuedRunIsPausedWhenItsTurnComesAndKeepsItsPlace() async throws {
    let limit = ConcurrencyLimit(1)
    let first = Workflow { gate }.start(1, options: RunOptions(limit: limit))
    let second = Workflow { note("second") }.start(2, options: RunOptions(limit: limit))
    let third = Workflow { note("third") }.start(3, options: RunOptions(limit: limit))
    #expect(second.state == .queued)
    second.pause()
    #expect(second.state == .queued)
    var states = second.states.makeAsyncIterator()
    gate.open()
    _ = try await first.value
    #expect(await states.next() == .queued)
    #expect(await states.next() == .paused)
    #expect(third.state == .queued && log.all == [])
    second.resume()
    _ = try await third.value
    #expect(log.all == ["second", "third"])
  }

  @Test func cancellingAPausedRunEndsItAtOnce() async throws {
    let run = manual.capture {
      Workflow {
        gate
        note("next")
      }.start(1)
    }
    manual.runAll()
    run.pause()
    gate.open()
    manual.runAll()
    #expect(run.cancel() && run.state == .cancelled && !run.isPaused)
    manual.runAll()
    #expect(log.all == [] && !run.resume())
    await run.stopped()
  }

  @Test func branchesAndElementsWaitEachBeforeItsNextStep() throws {
    let gates = [Gate<Int>("a"), Gate<Int>("b")]
    let run = manual.capture {
      Workflow {
        Parallel {
          Workflow {
            gates[0]
            note("after a")
          }
          Workflow {
            gates[1]
            note("after b")
          }
        }
        Perform { (a: Int, b: Int) in [a, b, 3] }
        ForEach(maxConcurrent: 1) { note("element") }
      }.start(1)
    }
    manual.runAll()
    run.pause()
    gates[0].open()
    manual.runAll()
    #expect(log.all == [])
    run.resume()
    manual.runAll()
    #expect(log.all == ["after a"])
    gates[1].open()
    manual.runAll()
    #expect(run.currentValue == [3, 3, 4])
  }

  @Test func noElementBeginsInAPausedRun() throws {
    let run = manual.capture {
      Workflow { ForEach(maxConcurrent: 1) { gate } }.start([1, 2])
    }
    manual.runAll()
    run.pause()
    gate.open()
    manual.runAll()
    #expect(run.trace.spans.filter { $0.name.hasPrefix("#") }.count == 1)
    run.resume()
    manual.runAll()
    #expect(run.currentValue == [1, 2])
  }

  @Test func aFailedBranchEndsTheOthersThatWait() throws {
    let failing = Gate<Int>("failing")
    let run = manual.capture {
      Workflow {
        Parallel {
          Workflow {
            gate
            note("never")
          }
          failing
        }
      }.start(1)
    }
    manual.runAll()
    run.pause()
    gate.open()
    manual.runAll()
    failing.fail()
    manual.runAll()
    #expect(run.state == .failed && run.currentError is TestError && log.all == [])
  }

  @Test func timeGoesOn() throws {
    let run = manual.capture {
      Workflow {
        Workflow {
          gate
          note("too late")
        }.timeout(.seconds(1), clock: clock)
      }.start(1)
    }
    manual.runAll()
    run.pause()
    gate.open()
    manual.runAll()
    clock.advance(by: .seconds(1))
    manual.runAll()
    #expect(run.currentError is TimeoutError && log.all == [])
  }

  @Test func thePauseBetweenAttemptsEndsAndTheAttemptWaits() throws {
    let attempts = Counter()
    let run = manual.capture {
      Workflow {
        Perform { (number: Int) throws in
          if attempts.add() == 1 { throw TestError() }
          return number
        }.retry(RetryPolicy(attempts: 2, backoff: .constant(.seconds(1))), clock: clock)
      }.start(1)
    }
    manual.runAll()
    run.pause()
    clock.advance(by: .seconds(1))
    manual.runAll()
    #expect(attempts.value == 1 && run.state == .paused)
    run.resume()
    manual.runAll()
    #expect(attempts.value == 2 && run.currentValue == 1)
  }

  @Test func whatCleansUpDoesNotWait() async throws {
    let run = Workflow {
      note("done").compensate { [log] _ in log.add("undone") }
      gate.finally { [log] _ in log.add("finally") }
    }.start(1)
    try await gate.arrival()
    run.pause()
    gate.fail()
    await run.stopped()
    #expect(run.state == .failed)
    #expect(log.all == ["done", "finally", "undone"])
  }

  @Test func theStepsOfACompensationDoNotWaitEither() async throws {
    let undo = Workflow("undo") {
      note("one")
      Perform { (number: Int) in [number] }
      ForEach { note("two").timeout(.seconds(1), clock: clock).retry() }
    }
    let run = Workflow {
      note("done").compensate(with: undo)
      gate
    }.start(1)
    try await gate.arrival()
    run.pause()
    gate.fail()
    await run.stopped()
    #expect(log.all == ["done", "one", "two"])
  }

  @Test func stepsCanBeInsertedWhereARunIsPaused() throws {
    let run = manual.capture {
      Workflow {
        gate
        note("last")
      }.start(1)
    }
    manual.runAll()
    run.pause()
    gate.open()
    manual.runAll()
    try run.insert(note("inserted"), before: "last")
    run.resume()
    manual.runAll()
    #expect(log.all == ["inserted", "last"])
  }
}
