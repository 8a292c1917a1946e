/// A report on a run at one moment.
///
/// ```swift
/// let report = run.report
/// print(report.name, report.state, report.step ?? "-", report.fractionCompleted)
/// ```
public struct RunReport: Sendable, Identifiable {
  /// The identity of the run.
  public let id: RunID
  /// The name of its workflow.
  public let name: String
  /// Its tag.
  public let tag: (any Hashable & Sendable)?
  /// Its state.
  public let state: RunState
  /// The path of the step that it runs: the names of the steps around it and its own, separated by
  /// slashes, such as `import/for each/#3/FetchData`.
  ///
  /// In parallel branches, it is the step that began last. `nil` if no step is running, or if the
  /// trace of the run has no capacity for it.
  public let step: String?
  /// Its progress, from 0 to 1.
  public let fractionCompleted: Double
}

extension RunCore {
  /// Returns a report, with one of the states that the run has been in.
  func report(_ state: RunState) -> RunReport {
    RunReport(
      id: id,
      name: workflow,
      tag: tag,
      state: state,
      step: state.isSettled ? nil : track.currentPath,
      fractionCompleted: fraction
    )
  }
}
