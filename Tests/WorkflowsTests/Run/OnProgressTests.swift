import Futures
import FuturesTesting
import TestSupport
import Testing
import Workflows

/// Closures that receive the progress of a run.
@Suite(.timeLimit(.minutes(10)))
struct OnProgressTests {
  private let log = Log<String>()
  private let gate = Gate<Int>("gate")
  private let manual = ManualContext()

  private func text(_ report: RunReport) -> String {
    "\(report.state) \(report.step ?? "-") \(report.fractionCompleted)"
  }

  @Test func itIsToldOfStepsAndFractions() async throws {
    let run = Workflow("w") {
      Perform.withContext("a") { (number: Int, context: StepContext) in
        context.report(0.5)
        return number
      }
      Workflow("inner") { Perform("b") { (number: Int) in number } }
    }.prepare(1)
    run.on(.inline).onProgress { [log] report in log.add(text(report)) }
    try run.start()
    await run.stopped()
    #expect(
      log.all == [
        "ready - 0.0", "running w/a 0.0", "running w/a 0.25", "running w/a 0.5",
        "running w/inner 0.5", "running w/inner/b 0.5", "running w/inner/b 1.0".below,
        "succeeded - 1.0",
      ]
    )
  }

  @Test func aContextThatIsSlowReceivesTheNewestReport() async throws {
    let run = Workflow("w") { gate.then { $0 } }.prepare(1)
    run.on(manual.context).onProgress { [log] report in log.add(text(report)) }
    #expect(manual.pendingCount == 1)
    try run.start()
    try await gate.arrival()
    #expect(manual.pendingCount == 1)
    manual.runAll()
    #expect(log.all == ["running w/gate 0.0"])
    gate.open()
    await run.stopped()
    #expect(manual.pendingCount == 1)
    manual.runAll()
    #expect(log.all == ["running w/gate 0.0", "succeeded - 1.0"])
  }

  @Test func theLastReportGoesBeforeTheObserversOfSuccess() async throws {
    let run = Workflow("w") { gate }.start(1)
    run.on(manual.context).onSuccess(for: Anchor.shared) { [log] _, _ in log.add("success") }
    run.on(manual.context).onProgress { [log] report in log.add("\(report.fractionCompleted)") }
    try await gate.arrival()
    manual.runAll()
    gate.open()
    await run.stopped()
    manual.runAll()
    #expect(log.all == ["0.0", "1.0", "success"])
  }

  @Test func soItDoesIfACallIsUnderWay() async throws {
    let run = Workflow("w") { gate }.start(1)
    run.on(manual.context).onSuccess(for: Anchor.shared) { [log] _, _ in log.add("success") }
    try await gate.arrival()
    let ended = run.future
    run.on(manual.context).onProgress { [log, gate] report in
      log.add("\(report.fractionCompleted)")
      if report.state.isSettled { return }
      gate.open()
      while !ended.isSettled {}
    }
    try await onThread { [manual] in manual.runAll() }
    #expect(log.all == ["0.0", "1.0", "success"])
  }

  @Test func aRunThatFailedOrWasCancelledCallsItNoMore() async throws {
    for fails in [true, false] {
      let gate = Gate<Int>()
      let run = Workflow { gate }.start(1)
      run.on(manual.context).onProgress { [log] _ in log.add("progress") }
      if fails { gate.fail() } else { run.cancel() }
      await run.stopped()
      manual.runAll()
      run.on(.inline).onProgress { [log] _ in log.add("late") }
    }
    #expect(log.all == [])
  }

  @Test func aRunThatHasSucceededReportsOnce() async throws {
    let run = Workflow { Increment() }.start(1)
    await run.stopped()
    run.on(.inline).onProgress { [log] report in log.add(text(report)) }
    #expect(log.all == ["succeeded - 1.0"])
    run.on(manual.context).onProgress { [log] _ in log.add("silenced") }
    run.cancel()
    manual.runAll()
    #expect(log.count == 1)
  }

  @Test func itIsToldOfPauses() async throws {
    let run = Workflow { gate }.start(1)
    run.on(.inline).onProgress { [log] report in log.add("\(report.state)") }
    try await gate.arrival()
    run.pause()
    run.resume()
    #expect(log.all.suffix(3) == ["running", "paused", "running"])
    gate.open()
    await run.stopped()
  }

  @Test func anOwnerIsPassedAndNotKept() async throws {
    let tracked = Box<Tracked?>(Tracked())
    let reference = WeakReference(tracked.value!)
    let run = Workflow { gate }.start(1)
    run.on(.inline).onProgress(for: tracked.value!) { [log] _, report in log.add(text(report)) }
    try await gate.arrival()
    let told = log.count
    #expect(told >= 1)
    tracked.value = nil
    #expect(reference.isGone)
    gate.open()
    await run.stopped()
    #expect(log.count == told)
  }

  @Test func removedOnesAreNotCalled() async throws {
    let owner = Owner()
    let run = Workflow { gate }.start(1)
    run.on(manual.context).onProgress(for: owner) { [log] _, _ in log.add("progress") }
    run.removeObservers(of: owner)
    manual.runAll()
    #expect(log.all == [] && run.state == .running)
    gate.open()
    await run.stopped()
    run.on(manual.context).onProgress(for: owner) { [log] _, _ in log.add("progress") }
    run.removeObservers(of: owner)
    manual.runAll()
    #expect(log.all == [])
  }

  @Test func closuresAreReleasedAtTheEnd() async throws {
    let owner = Owner()
    for fails in [true, false] {
      let gate = Gate<Int>()
      let tracked = Box<Tracked?>(Tracked())
      let reference = WeakReference(tracked.value!)
      let run = Workflow { gate }.start(1)
      run.on(.inline).onProgress(for: owner) { [object = tracked.value!] _, _ in object.touch() }
      tracked.value = nil
      #expect(!reference.isGone)
      if fails { gate.fail() } else { gate.open() }
      await run.stopped()
      #expect(reference.isGone)
    }
  }

  @MainActor
  @Test func itRunsWhereItIsWritten() async throws {
    var fraction = -1.0
    let isReported = Promise<Void, Never>()
    let run = Workflow { Increment() }.start(1)
    run.onProgress { report in
      fraction = report.fractionCompleted
      if fraction == 1 { isReported.succeed() }
    }
    run.onSuccess(for: Anchor.shared) { _, _ in }
    _ = try await run.value
    // A run that has ended before is waited for without a turn of the main actor.
    await isReported.future.value
    #expect(fraction == 1)
  }

  @Test func theReportOfARunNamesTheBranchThatBeganLast() async throws {
    let gates = [Gate<Int>("a"), Gate<Int>("b")]
    let run = Workflow("w") {
      Parallel {
        gates[0]
        gates[1]
      }
    }.start(1, options: RunOptions(tag: 7))
    try await gates[0].arrival()
    try await gates[1].arrival()
    #expect(run.report.id == run.id && run.report.name == "w" && run.report.tag as? Int == 7)
    #expect(["w/parallel/a", "w/parallel/b"].contains(run.report.step))
    gates[0].open()
    gates[1].open()
    _ = try await run.value
    #expect(run.report.step == nil && run.report.state == .succeeded)
  }

  @Test func aMonitorReportsItIfAsked() async throws {
    let run = Workflow("w") { gate.then { $0 } }.prepare(1)
    let monitor = WorkflowMonitor(on: .inline, reporting: .progress) { [log] report in
      log.add(text(report))
    }
    monitor.observe(run)
    try run.start()
    try await gate.arrival()
    #expect(monitor.runs.map(\.step) == ["w/gate"])
    gate.open()
    await run.stopped()
    #expect(
      log.all == [
        "running - 0.0", "running w/gate 0.0", "running w/gate 0.5", "running w/closure 0.5",
        "running w/closure 1.0".below, "succeeded - 1.0",
      ]
    )
  }

  @Test func aMonitorThatStopsObservingReportsNothing() async throws {
    let run = Workflow { gate }.start(1)
    let monitor = WorkflowMonitor(on: manual.context, reporting: .progress) { [log] _ in
      log.add("report")
    }
    monitor.observe(run)
    monitor.stopObserving(run)
    gate.open()
    await run.stopped()
    manual.runAll()
    #expect(log.all == [])
  }
}

/// An owner that is never released.
private final class Anchor: Sendable { static let shared = Anchor() }

extension String {
  /// The text with the highest fraction below one.
  fileprivate var below: String { replacing("1.0", with: "\(1.0.nextDown)") }
}
