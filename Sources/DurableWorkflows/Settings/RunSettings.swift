internal import Workflows

/// What the runs of a process work with.
struct RunSettings: Sendable {
  let store: any RunStore
  let workflows: [String: DurableWorkflow]
  let options: DurableRunsOptions
  let codec: any RunCodec
  let clock: any Clock<Duration>
  /// What observes each execution of a run in this process.
  let monitor: WorkflowMonitor?
  let onEvent: @Sendable (DurableRunsEvent) -> Void

  /// Tells what has happened, with what is known of the run.
  func report(
    _ event: DurableRunsEvent,
    of row: RunStore.Row? = nil,
    at now: StoreTime? = nil
  ) {
    options.counting?.happened(event, to: row, at: now)
    onEvent(event)
  }
}
