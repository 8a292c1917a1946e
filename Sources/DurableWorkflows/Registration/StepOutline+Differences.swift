internal import Foundation
internal import Workflows

/// A definition that no longer matches what a run has recorded.
struct WorkflowMismatch: CustomStringConvertible {
  let workflow: WorkflowVersion
  let differences: [String]

  var description: String {
    "The definition of \(workflow) no longer fits the run. \(differences.joined(separator: " ")) "
      + "Register the old definition beside the new one, with another version, or fork the run."
  }
}

/// The output of a step that is unknown before it runs.
private enum AnyOutput {}

extension StepOutline {
  /// Returns what a run has recorded or begun that this definition does not expect, one sentence
  /// each.
  func differences(from row: RunRow<Data>) -> [String] {
    differences(from: row.records)
      + row.marks.keys.sorted().compactMap { path in
        // Nobody could tell whether it had an effect, nor undo it.
        row.records[path] == nil && row.undone[path] == nil
          && checkpoints(at: path.names[...]).isEmpty
          ? "It has begun '\(path)', where no checkpoint is expected." : nil
      }
  }

  private func differences(from records: [RecordPath: RunRow<Data>.Record]) -> [String] {
    records.compactMap { path, record in
      difference(of: record, at: path).map { (record.sequence, $0) }
    }
    .sorted { $0.0 < $1.0 }
    .map(\.1)
  }

  private func difference(of record: RunRow<Data>.Record, at path: RecordPath) -> String? {
    if !path.isOfStep { return nil }
    let found = checkpoints(at: path.names[...])
    if found.isEmpty { return "It has a record of '\(path)', where no checkpoint is expected." }
    if record.type.isEmpty { return nil }
    if found.contains(where: { $0 == AnyOutput.self || "\($0)" == record.type }) { return nil }
    let types = found.map { "\($0)" }.joined(separator: " or ")
    return "It has a record of '\(path)' of type \(record.type), and \(types) is expected."
  }

  /// Returns the types of the checkpoints at a place inside this step.
  private func checkpoints(at names: ArraySlice<String>) -> [any Any.Type] {
    switch kind {
    case .wait, .signal: return []
    case .step, .function:
      // The inside of a custom step is unknown; a function compares its records as it reads them.
      return names.count > 1 && names.first == name ? [AnyOutput.self] : []
    case .checkpoint:
      return (names.elementsEqual([name]) ? [output] : []) + around(names)
    case .settle, .retry, .timeout, .compensate, .finally, .keepInput, .cache:
      return around(names)
    case .recover:
      let inFallback =
        names.first == name && names.dropFirst().first == "recover"
        ? parts.dropFirst().flatMap { $0.checkpoints(at: names.dropFirst(2)) } : []
      return (parts.first.map { $0.checkpoints(at: names) } ?? []) + inFallback
    case .chain, .parallel:
      return inside(parts, names, 1)
    case .forEach: return inside(parts.flatMap(\.steps), names, 2)
    case .when:
      guard names.first == name else { return [] }
      let branches = zip(["then", "otherwise"], parts)
      return branches.filter { $0.0 == names.dropFirst().first }
        .flatMap { inside($0.1.steps, names, 2) }
    }
  }

  private func around(_ names: ArraySlice<String>) -> [any Any.Type] {
    parts.flatMap { $0.checkpoints(at: names) }
  }

  private func inside(
    _ parts: [StepOutline],
    _ names: ArraySlice<String>,
    _ count: Int
  ) -> [any Any.Type] {
    guard names.first == name else { return [] }
    return parts.flatMap { $0.checkpoints(at: names.dropFirst(count)) }
  }
}
