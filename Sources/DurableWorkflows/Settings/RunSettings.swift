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
  let report: @Sendable (DurableRunsEvent) -> Void
}
