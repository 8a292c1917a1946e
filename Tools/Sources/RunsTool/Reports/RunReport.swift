import DurableWorkflows

/// The state of a run, as recorded in its store.
struct RunReport {
  let run: RunDetails
  let hasValues: Bool

  var summary: RunSummary { run.summary }
}
