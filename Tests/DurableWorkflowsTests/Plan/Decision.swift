import Workflows

@_spi(Stores) @testable import DurableWorkflows

/// The next actions of a run's worker.
///
/// The worker first makes the necessary writes, and then does the rest.
struct Decision: Hashable, Sendable {
  /// A step to begin.
  struct Start: Hashable, Sendable {
    let path: RecordPath
    let leaf: Plan.Leaf
    let input: Int
    let attempt: Int
  }

  /// The changes to write before anything else is done.
  var changes: [RunChange] = []
  /// The changes that accompany the next write.
  var companions: [RunChange] = []
  var continuation = RunContinuation.keep
  var starts: [Start] = []
  /// The steps to cancel, because a concurrent step has failed or the run was cancelled.
  var cancels: [RecordPath] = []
  /// The steps to abandon together with all steps inside, because their time is over.
  var abandons: [RecordPath] = []
  var undo: RunRow.Undo?

  /// Whether to write.
  var writes: Bool { !changes.isEmpty || continuation != .keep }
}
