import Foundation
import Futures
import FuturesTesting
import Testing
import TestSupport
import Workflows

@Suite struct ProgressTests {
  /// A step that records the progress of its run after it has reported half.
  private struct Half: Step {
    let weight: Double
    let gate = Gate<Int>()

    func run(_ input: Int, in context: StepContext) async throws -> Int {
      context.report(0.5)
      return try await gate.run(input, in: context)
    }
  }

  private func isClose(_ left: Double, _ right: Double) -> Bool { abs(left - right) < 1e-9 }

  @Test func stepsCountByTheirWeight() async throws {
    let light = Half(weight: 1)
    let heavy = Half(weight: 3)
    let run = Workflow {
      light
      heavy
    }.start(1)
    #expect(run.fractionCompleted < 0.2)
    try await light.gate.arrival()
    #expect(run.fractionCompleted == 0.125)
    light.gate.open()
    try await heavy.gate.arrival()
    #expect(isClose(run.fractionCompleted, 0.625))
    heavy.gate.open()
    _ = try await run.value
    #expect(run.fractionCompleted == 1)
  }

  @Test func aStepKeepsItsWeightInOtherForms() {
    let step = Half(weight: 3)
    #expect(step.named("other").weight == 3)
    #expect(step.timeout(.seconds(1), clock: ManualClock()).weight == 3)
    #expect(step.retry(RetryPolicy(attempts: 2)).weight == 3)
    #expect(step.recover { _ in 0 }.weight == 3)
    #expect(ForEach { step }.weight == 3)
    let choice = When("even") { (number: Int) in
      number.isMultiple(of: 2)
    } then: {
      Increment()
    } otherwise: {
      step
    }
    #expect(choice.weight == 3)
  }

  @Test func nestedWorkflowsAndBranchesShareTheirPart() async throws {
    let nested = Half(weight: 1)
    let left = Half(weight: 1)
    let right = Half(weight: 3)
    let run = Workflow {
      Increment()
      Workflow {
        nested
        Increment()
      }.weighted(1)
      Parallel {
        left
        right
      }.weighted(2)
    }.start(1)
    try await nested.gate.arrival()
    #expect(isClose(run.fractionCompleted, 0.25 + 0.0625))
    nested.gate.open()
    try await left.gate.arrival()
    try await right.gate.arrival()
    #expect(isClose(run.fractionCompleted, 0.75))
    right.gate.open()
    left.gate.open()
    _ = try await run.value
    #expect(run.fractionCompleted == 1)
  }

  @Test func anotherAttemptDoesNotGoBack() async throws {
    let fractions = Log<Double>()
    let run = Box<WorkflowRun<Int>?>(nil)
    let step = Perform.withContext { (number: Int, context: StepContext) in
      context.report(context.attempt == 1 ? 0.8 : 0.3)
      fractions.add(run.value?.fractionCompleted ?? -1)
      if context.attempt == 1 { throw TestError() }
      return number
    }
    run.value = step.retry(RetryPolicy(attempts: 2)).then { $0 }.prepare(1)
    try run.value?.start()
    _ = try await run.value?.value
    #expect(fractions.all == [0.4, 0.4])
    run.value = nil
  }

  @Test func theSequenceRisesToOneAndEnds() async throws {
    let run = Workflow {
      Increment()
      Increment()
    }.prepare(1)
    let progress = run.progress
    let all = Task { await progress.collect() }
    try run.start()
    _ = try await run.value
    let fractions = await all.value
    #expect(fractions.last == 1)
    #expect(fractions == fractions.sorted())
    #expect(await run.progress.collect() == [1])
  }

  @Test func aRunThatFailsStaysWhereItIs() async throws {
    let run = Workflow {
      Increment()
      Fail()
    }.start(1)
    _ = try? await run.value
    #expect(run.fractionCompleted == 0.5)
    #expect(await run.progress.collect() == [0.5])
  }

  @Test func aReaderThatIsCancelledStops() async throws {
    let gate = Gate<Int>()
    let run = Workflow { gate }.start(1)
    try await gate.arrival()
    let progress = run.progress
    let seen = Log<Double>()
    let (reading, ended) = (Promise<Void, Never>(), Promise<Void, any Error>())
    let reader = Task {
      for await fraction in progress {
        seen.add(fraction)
        reading.succeed()
      }
      ended.succeed()
    }
    await reading.future.value
    reader.cancel()
    try await ended.future.timeout(.seconds(600)).value
    #expect(seen.all == [0])
    #expect(run.state == .running)
    gate.open()
    #expect(try await run.value == 1)
  }

  @Test func withoutAnyWeightItJumpsToOne() async throws {
    let run = Workflow { Increment().weighted(0) }.start(1)
    _ = try await run.value
    #expect(run.fractionCompleted == 1)
  }

  @Test func foundationProgressFollowsAndCancels() async throws {
    let manual = ManualContext()
    let half = Half(weight: 1)
    let run = Workflow { half }.start(1)
    try await half.gate.arrival()
    let progress = run.makeProgress(unitCount: 10, on: manual.context)
    #expect(progress.totalUnitCount == 10)
    try await manual.waitForJobs()
    manual.runAll()
    #expect(progress.completedUnitCount == 5)
    half.gate.open()
    _ = try await run.value
    try await manual.waitForJobs()
    manual.runAll()
    #expect(progress.isFinished)

    let gate = Gate<Int>()
    let other = Workflow { gate }.start(1)
    other.makeProgress(on: manual.context).cancel()
    await other.stopped()
    #expect(other.state == .cancelled)
  }

  @Test func foundationProgressDoesNotRetainTheRun() async throws {
    let manual = ManualContext()
    let reference: WeakReference
    let progress: Progress
    do {
      let observer = RetainingObserver()
      reference = WeakReference(observer.tracked)
      var options = RunOptions(trace: Trace(capacity: 0))
      options.spanObserver = observer
      let run = Workflow { Increment() }.start(1, options: options)
      progress = run.makeProgress(on: manual.context)
      _ = try await run.value
      await run.stopped()
    }
    try await reference.goes()
    progress.cancel()
  }

  @Test func itIsOneOnlyAtTheEnd() async throws {
    let gate = Gate<Int>()
    let step = Perform.withContext { (number: Int, context: StepContext) in
      context.report(1)
      return try await gate.run(number, in: context)
    }
    let run = Workflow {
      Increment()
      step
    }.start(1)
    try await gate.arrival()
    #expect(run.fractionCompleted > 0.999)
    #expect(run.fractionCompleted < 1)
    gate.open()
    _ = try await run.value
    #expect(run.fractionCompleted == 1)
  }

  @Test func weightsThatAreTooLargeToBeAddedAreStillProgress() async throws {
    let run = Workflow {
      Increment().weighted(.greatestFiniteMagnitude)
      Increment().weighted(.greatestFiniteMagnitude)
    }.start(1)
    _ = try await run.value
    #expect(run.fractionCompleted == 1)
  }

  @Test func foundationProgressMayHaveAnyNumberOfUnits() async throws {
    let manual = ManualContext()
    let run = Workflow { Increment() }.start(1)
    _ = try await run.value
    for unitCount in [Int64.max, .max - 1, 1 << 53 + 1, 0, .min] {
      let progress = run.makeProgress(unitCount: unitCount, on: manual.context)
      try await manual.waitForJobs()
      manual.runAll()
      #expect(progress.isFinished)
      #expect(progress.completedUnitCount == max(1, unitCount))
    }
  }
}
