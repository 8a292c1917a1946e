// The names of releases before 1.0.

extension WorkflowMonitor {
  /// A report on a run, which is ``RunReport`` now.
  @available(*, deprecated, renamed: "RunReport")
  public typealias Report = RunReport
}
