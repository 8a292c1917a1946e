internal import Workflows

/// The settings that the runs of a process share.
struct RunSettings: Sendable {
  let store: any RunStorage
  let workflows: [WorkflowVersion: DurableWorkflow]
  let options: DurableRunsOptions
  let codec: any RunCodec
  let clock: any Clock<Duration>
  /// The observer of each execution of a run in this process.
  let monitor: WorkflowMonitor?
  let onEvent: @Sendable (DurableRunsEvent) -> Void

  /// Reports an event, with the state of the run.
  func report(
    _ event: DurableRunsEvent,
    of row: RunStorage.Row? = nil,
    at now: StoreTime? = nil
  ) {
    options.counting?.happened(event, to: row, at: now)
    onEvent(event)
  }
}
