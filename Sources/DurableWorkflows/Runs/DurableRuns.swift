internal import Foundation
internal import Futures
public import Workflows

/// The durable runs of a store, which this object submits, works on, and queries.
///
/// ```swift
/// let store = try await RunStore.sqlite(at: file)
/// let runs = try DurableRuns(store: store, workflows: [fulfil.durable()])
/// runs.start()
/// let run = try await runs.submit(fulfil, id: "order-17", input: order)
/// let parcel = try await run.value
/// ```
///
/// A durable run is an ordinary run of a ``Workflows/Workflow`` whose checkpoints are kept in a
/// store. When its process ends, another process on the same store continues after the last
/// checkpoint: recorded steps never run again, and steps between checkpoints run *at least once*.
///
/// Any number of processes can submit runs to one store and work on them. A run belongs to one
/// process at a time, for a lease that the process extends. When a process dies, other processes
/// take over its runs after their leases end.
///
/// The runs live as long as the store. Keep this object as long as it works, and call
/// ``stop(within:)`` before you release it. When it is released without being stopped, it gives its
/// runs back at once and cancels their steps.
public final class DurableRuns: Sendable {
  let settings: RunSettings
  /// The name of this process among those that work on the store.
  let worker = "\(UUID())"
  let work = Locked(RunWork())
  let claims = WakeUp()
  let renewals = WakeUp()
  /// The time since this object was created.
  let elapsed: @Sendable () -> Duration

  /// Creates the runs of a store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - workflows: The workflows that this process knows. It works only on runs of these.
  ///   - options: Options, such as the lease and the number of concurrent runs.
  ///   - codec: The codec of inputs, outputs, and signals.
  ///   - clock: The clock that measures pauses. It stamps nothing.
  ///   - monitor: Reports the states of each run, and its progress between checkpoints, while this
  ///     process works on it; the tag of the run is its identifier. For the monitor, a run that is
  ///     parked or given back ends as cancelled, and begins again when it is claimed.
  ///   - onEvent: A closure that is called with each event, on any thread.
  /// - Throws: ``WorkflowsRefused`` with all problems of the workflows, and of the names of
  ///   queues.
  public convenience init(
    store: RunStore,
    workflows: [DurableWorkflow],
    options: DurableRunsOptions = DurableRunsOptions(),
    codec: any RunCodec = JSONRunCodec(),
    clock: any Clock<Duration> = ContinuousClock(),
    monitor: WorkflowMonitor? = nil,
    onEvent: @escaping @Sendable (DurableRunsEvent) -> Void = { _ in }
  ) throws(WorkflowsRefused) {
    let names =
      workflows.map { ($0.definition.workflow, "workflow") }
      + options.queues.map { ($0.name, "queue") }
    var problems = names.compactMap { name, subject in
      NameTooLong(name, of: subject, limit: NameTooLong.nameLimit)?.description
    }
    var known: [WorkflowVersion: DurableWorkflow] = [:]
    for workflow in workflows {
      problems += workflow.outline.problems.map { "\(workflow.definition): \($0)" }
      if known.updateValue(workflow, forKey: workflow.definition) != nil {
        problems.append(
          "\(workflow.definition): It is there twice. Give one another name or version."
        )
      }
    }
    if !problems.isEmpty { throw WorkflowsRefused(problems: problems) }
    self.init(
      RunSettings(
        store: store.storage,
        workflows: known,
        options: options.withinRange,
        codec: codec,
        clock: clock,
        monitor: monitor,
        onEvent: onEvent
      )
    )
  }

  init(_ settings: RunSettings) {
    self.settings = settings
    elapsed = stopwatch(settings.clock)
  }

  /// Gives back the runs that this process has.
  deinit {
    let (task, runs) = work.withLock { ($0.task, Array($0.runs.values)) }
    task?.cancel()
    claims.wake()
    renewals.wake()
    for run in runs { run.session.depart(.drained) }
  }
}
