package import Workflows

/// Records the executions of durable runs with a tracing system.
///
/// Fields name the span that has begun a run, for other processes: that of the code that has
/// submitted it, or else that of its first execution. They are kept with the run.
package protocol DurableRunTracing: Sendable {
  /// The fields that name the current span; empty for none.
  var fieldsOfCurrentSpan: [String: String] { get }

  /// Returns what records an execution of a run.
  func instrument(_ execution: TracedExecution) -> any RunInstrument
}

/// An execution of a durable run: what a process does of it until the run is parked, is given back,
/// is lost or has ended.
package struct TracedExecution: Sendable {
  /// How a process has left a run that has not ended.
  package enum Departure: Sendable {
    case parked
    case lost
    case released
    case setAside(reason: String)
  }

  /// The name of the workflow, with its version.
  package let workflow: String
  /// The number of the claim.
  package let epoch: Int
  /// The fields that are kept with the run; empty if there are none.
  package let fields: [String: String]
  /// How this process has left the run; `nil` if it has not, or if the run has ended.
  package let departure: @Sendable () -> Departure?
  /// Calls a closure when the process has left the run, or has ended it.
  package let whenLeft: @Sendable (_ body: @escaping @Sendable () -> Void) -> Void
  /// Keeps the fields of the first execution with the run, which has none.
  package let keep: @Sendable ([String: String]) -> Void
}
