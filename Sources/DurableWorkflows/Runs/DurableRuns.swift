internal import Foundation
internal import Futures
public import Workflows

/// The durable runs of a store: submits them, works on them, and tells how they stand.
///
/// ```swift
/// let store = try await SQLiteRunStore(at: file)
/// let runs = try DurableRuns(store: store, workflows: [fulfil.durable()])
/// runs.start()
/// let run = try await runs.submit(fulfil, id: "order-17", input: order)
/// let parcel = try await run.value
/// ```
///
/// A durable run is an ordinary run of a ``Workflows/Workflow`` whose checkpoints are kept in a
/// store. When its process ends, another one on the same store continues behind the last
/// checkpoint: what was recorded never runs again, and what lies between checkpoints runs *at least
/// once*.
///
/// Any number of processes can submit runs to one store, and work on them. A run belongs to one of
/// them at a time, for a lease that it extends; when a process dies, its runs are taken over after
/// the lease.
///
/// The runs live as long as the store. This object has to live as long as it works: keep it, and
/// call ``stop(within:)`` before you let it go. One that is released gives its runs back at once,
/// and their steps are cancelled.
public final class DurableRuns: Sendable {
  let settings: RunSettings
  /// The name of this process among those that work on the store.
  let worker = "\(UUID())"
  let work = Locked(RunWork())
  let claims = WakeUp()
  let renewals = WakeUp()

  /// Creates the runs of a store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - workflows: The workflows that this process knows. It works on runs of these only.
  ///   - options: How it works.
  ///   - codec: How inputs, outputs and signals are encoded.
  ///   - clock: The clock of pauses, in which nothing is stamped.
  ///   - monitor: Reports the states of each run, and its progress between checkpoints, while this
  ///     process works on it; the tag of the run is its identifier. A run that is parked, or given
  ///     back, ends for the monitor as one that was cancelled, and begins again when it is taken.
  ///   - onEvent: Called with what happens, on any thread.
  /// - Throws: ``WorkflowsRefused`` with all that is wrong with the workflows.
  public convenience init(
    store: any RunStore,
    workflows: [DurableWorkflow],
    options: DurableRunsOptions = DurableRunsOptions(),
    codec: any RunCodec = JSONRunCodec(),
    clock: any Clock<Duration> = ContinuousClock(),
    monitor: WorkflowMonitor? = nil,
    onEvent: @escaping @Sendable (DurableRunsEvent) -> Void = { _ in }
  ) throws(WorkflowsRefused) {
    var problems: [String] = []
    var known: [String: DurableWorkflow] = [:]
    for workflow in workflows {
      problems += workflow.outline.problems.map { "\(workflow.key): \($0)" }
      if known.updateValue(workflow, forKey: workflow.key) != nil {
        problems.append("\(workflow.key): It is there twice. Give one another name or version.")
      }
    }
    if !problems.isEmpty { throw WorkflowsRefused(problems: problems) }
    self.init(
      RunSettings(
        store: store,
        workflows: known,
        options: options.withinRange,
        codec: codec,
        clock: clock,
        monitor: monitor,
        onEvent: onEvent
      )
    )
  }

  init(_ settings: RunSettings) { self.settings = settings }

  /// Gives back the runs that this process has.
  deinit {
    let (task, runs) = work.withLock { ($0.task, Array($0.runs.values)) }
    task?.cancel()
    claims.wake()
    renewals.wake()
    for run in runs { run.session.depart(.drained) }
  }
}
