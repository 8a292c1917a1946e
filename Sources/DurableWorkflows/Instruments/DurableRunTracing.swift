package import Workflows

/// A recorder of the executions of durable runs with a tracing system.
///
/// Fields identify the span that began a run to other processes: the span of the code that
/// submitted the run, or else that of its first execution. They are stored with the run.
package protocol DurableRunTracing: Sendable {
  /// The fields that identify the current span; empty for none.
  var fieldsOfCurrentSpan: [String: String] { get }

  /// Returns an instrument that records an execution of a run.
  func instrument(_ execution: TracedExecution) -> any RunInstrument
}

/// An execution of a durable run: the work of one process until the run is parked, given back,
/// lost, or has ended.
package struct TracedExecution: Sendable {
  /// How a process has left a run that has not ended.
  package enum Departure: Sendable {
    case parked
    case lost
    case released
    case setAside(reason: String)
  }

  /// The workflow and its version.
  package let definition: WorkflowVersion
  /// The number of the claim.
  package let epoch: Int
  /// The fields that are stored with the run; empty if there are none.
  package let fields: [String: String]
  /// Returns how this process left the run; `nil` if it has not, or if the run has ended.
  package let departure: @Sendable () -> Departure?
  /// Calls a closure when the process has left the run or has ended it.
  package let whenLeft: @Sendable (_ body: @escaping @Sendable () -> Void) -> Void
  /// Stores the fields of the first execution with a run that has none.
  package let keep: @Sendable ([String: String]) -> Void
}
