import Workflows

@testable import DurableWorkflows

/// What the worker of a run does next.
///
/// It writes first, if there is something that has to be written, and then does the rest.
struct Decision: Hashable, Sendable {
  /// A step to begin.
  struct Start: Hashable, Sendable {
    let path: RecordPath
    let leaf: Plan.Leaf
    let input: Int
    let attempt: Int
  }

  /// What has to be written before anything else is done.
  var changes: [RunChange] = []
  /// What goes with the next write.
  var companions: [RunChange] = []
  var continuation = RunContinuation.keep
  var starts: [Start] = []
  /// The steps to cancel, because one beside them has failed, or the run was cancelled.
  var cancels: [RecordPath] = []
  /// The steps to leave behind with all inside them, because their time is over.
  var abandons: [RecordPath] = []
  var undo: RunRow.Undo?

  /// Whether to write.
  var writes: Bool { !changes.isEmpty || continuation != .keep }
}
