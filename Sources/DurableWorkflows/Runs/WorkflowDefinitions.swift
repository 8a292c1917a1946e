internal import Foundation
internal import Workflows

/// The definitions of the workflows of a build, without their code.
///
/// Write ``DurableRuns/definitions`` of a new build into a file, as JSON. The tool `tenon-runs`
/// compares the runs of a store with it.
public struct WorkflowDefinitions: Sendable, Codable {
  private struct Definition: Codable {
    let workflow: String
    let version: Int
    let outline: StepOutline
  }

  private let workflows: [Definition]
  /// The queues whose runs the build takes.
  let queues: [String]

  init(_ workflows: [(WorkflowVersion, StepOutline)], queues: [String]) {
    self.workflows = workflows.map { definition, outline in
      Definition(workflow: definition.workflow, version: definition.version, outline: outline)
    }
    self.queues = queues
  }

  subscript(definition: WorkflowVersion) -> StepOutline? {
    workflows.first { $0.workflow == definition.workflow && $0.version == definition.version }?
      .outline
  }
}

extension StepOutline {
  /// Returns what becomes of a run, as far as the definition without its code tells.
  func prospect(of row: RunRow<Data>) -> RunProspect {
    if let reason = mismatch(with: row) { return .setAside(reason: reason) }
    if kind == .function {
      return .unknown(reason: "It is a function, which only the build itself can compare.")
    }
    if row.undoing != nil || row.isCancelRequested { return .continues }
    let skipped = skipped(by: row)
    return skipped.isEmpty ? .continues : .skips(skipped)
  }
}
