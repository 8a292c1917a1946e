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

/// The type of an output that is unknown before its step runs.
private let anyType = ""

extension StepOutline {
  /// Returns why a run does not fit this definition; `nil` if it does.
  func mismatch(with row: RunRow<Data>) -> String? {
    let differences = differences(from: row)
    if differences.isEmpty { return nil }
    return "\(WorkflowMismatch(workflow: row.definition, differences: differences))"
  }

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
    // A function compares its records as it reads them, and may have ten thousand.
    let function = kind == .function ? RecordPath.root.appending(name) : nil
    return records.compactMap { path, record -> (Int, String)? in
      if let function, path != function, path.isInside(function) { return nil }
      return difference(of: record, at: path).map { (record.sequence, $0) }
    }
    .sorted { $0.0 < $1.0 }
    .map(\.1)
  }

  private func difference(of record: RunRow<Data>.Record, at path: RecordPath) -> String? {
    if !path.isOfStep { return nil }
    let found = checkpoints(at: path.names[...])
    if found.isEmpty { return "It has a record of '\(path)', where no checkpoint is expected." }
    if record.type.isEmpty { return nil }
    if found.contains(anyType) || found.contains(record.type) { return nil }
    let types = found.joined(separator: " or ")
    return "It has a record of '\(path)' of type \(record.type), and \(types) is expected."
  }

  /// Returns the names of the types of the checkpoints at a place inside this step.
  private func checkpoints(at names: ArraySlice<String>) -> [String] {
    switch kind {
    case .wait, .signal: return []
    case .step, .function:
      // The inside of a custom step is unknown; a function compares its records as it reads them.
      return names.count > 1 && names.first == name ? [anyType] : []
    case .checkpoint:
      return (names.elementsEqual([name]) ? [type] : []) + around(names)
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

  private func around(_ names: ArraySlice<String>) -> [String] {
    parts.flatMap { $0.checkpoints(at: names) }
  }

  private func inside(
    _ parts: [StepOutline],
    _ names: ArraySlice<String>,
    _ count: Int
  ) -> [String] {
    guard names.first == name else { return [] }
    return parts.flatMap { $0.checkpoints(at: names.dropFirst(count)) }
  }
}
