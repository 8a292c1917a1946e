import Workflows

@_spi(Stores) @testable import DurableWorkflows

/// The effects of steps, which no crash reverts.
struct World: Hashable {
  /// The effects of a step in all its executions.
  struct Work: Hashable {
    let isCompensated: Bool
    var begin: Int
    /// The time of its last effect, or `nil` if it never had one.
    var effect: Int?
  }

  struct Undoing: Hashable {
    let isInDoubt: Bool
    var time: Int
  }

  private(set) var work: [RecordPath: Work] = [:]
  /// The first run of each compensation.
  private(set) var undoings: [RecordPath: Undoing] = [:]
  private var time = 0

  private mutating func tick() -> Int {
    time += 1
    return time
  }

  mutating func begin(_ leaf: Plan.Leaf, at path: RecordPath) {
    let begin = tick()
    if work[path] == nil { work[path] = Work(isCompensated: leaf.isCompensated, begin: begin) }
  }

  mutating func haveEffect(at path: RecordPath) {
    let now = tick()
    work[path]?.effect = now
  }

  mutating func undo(_ undo: RunRow.Undo) {
    let undoing = Undoing(isInDoubt: undo.value == nil, time: tick())
    if undoings[undo.path] == nil { undoings[undo.path] = undoing }
  }

  /// Renumbers the times, so that worlds with the same order are equal.
  mutating func normalise() {
    let times =
      work.values.flatMap { [$0.begin, $0.effect].compactMap(\.self) } + undoings.values.map(\.time)
    let ranks = Dictionary(uniqueKeysWithValues: Set(times).sorted().enumerated().map { ($1, $0) })
    work = work.mapValues { work in
      var work = work
      work.begin = ranks[work.begin] ?? 0
      work.effect = work.effect.flatMap { ranks[$0] }
      return work
    }
    undoings = undoings.mapValues {
      Undoing(isInDoubt: $0.isInDoubt, time: ranks[$0.time] ?? 0)
    }
    time = ranks.count
  }

  /// Returns what is wrong with a run that has ended.
  ///
  /// - Parameters:
  ///   - row: The row of the run in the store.
  ///   - outcome: The outcome of the run.
  ///   - leaves: The names of the steps that have effects.
  ///   - isConcurrent: Whether two steps are in concurrent branches, so that neither can depend on
  ///     the other.
  /// - Returns: What is wrong, or `nil` if nothing is.
  func difference(
    _ row: RunRow,
    _ outcome: RunOutcome,
    leaves: Set<String>,
    isConcurrent: (RecordPath, RecordPath) -> Bool = { _, _ in false }
  ) -> String? {
    for path in row.records.keys where leaves.contains(String(path.name)) {
      if work[path]?.effect == nil {
        return "\(path) is recorded and has had no effect"
      }
    }
    guard case .failure = outcome else {
      return undoings.isEmpty ? nil : "succeeded, and has undone \(undoings.keys)"
    }
    let undone = Set(undoings.keys)
    if undone != Set(row.undone.keys) {
      return "has undone \(undone), and recorded \(row.undone)"
    }
    let due = Set(work.filter { $0.value.isCompensated && $0.value.effect != nil }.keys)
      .union(row.records.filter(\.value.isCompensated).keys)
    let missing = due.subtracting(undone)
    if !missing.isEmpty { return "has not undone \(missing)" }
    let recorded = Set(row.records.filter(\.value.isCompensated).keys)
    for (path, undoing) in undoings where undoing.isInDoubt == recorded.contains(path) {
      return "takes \(path) for \(undoing.isInDoubt ? "in doubt" : "recorded")"
    }
    let begun = Set(work.keys).union(recorded)
    let strange = undone.subtracting(begun).subtracting(row.marks.keys)
    if !strange.isEmpty { return "has undone \(strange), which never began" }
    return orderDifference(undone.map { $0 }, isConcurrent)
  }

  /// Checks that a step whose last effect preceded another step's start is undone after that step.
  private func orderDifference(
    _ undone: [RecordPath],
    _ isConcurrent: (RecordPath, RecordPath) -> Bool
  ) -> String? {
    for one in undone {
      for other in undone where !isConcurrent(one, other) {
        guard let end = work[one]?.effect, let begin = work[other]?.begin, end < begin,
          let early = undoings[one]?.time, let late = undoings[other]?.time
        else { continue }
        if early < late { return "has undone \(one) before \(other)" }
      }
    }
    return nil
  }
}
