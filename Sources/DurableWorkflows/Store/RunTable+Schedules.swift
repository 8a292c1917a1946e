internal import Workflows

extension RunTable {
  /// Adds a schedule, or replaces another one.
  package mutating func setSchedule(_ schedule: StoredSchedule) -> Bool {
    let old = schedules[schedule.name]
    if let old, old.isSame(as: schedule) { return false }
    var schedule = schedule
    schedule.isPaused = old?.isPaused ?? false
    schedule.revision = (old?.revision ?? 0) + 1
    schedules[schedule.name] = schedule
    return true
  }

  package mutating func setPaused(_ isPaused: Bool, ofSchedule name: String) -> Bool {
    schedules[name]?.setPaused(isPaused) != nil
  }

  package mutating func removeSchedule(_ name: String) -> Bool {
    schedules.removeValue(forKey: name) != nil
  }

  /// Returns the schedules that are due, and when the next one is due.
  package func dueSchedules(
    of workflows: Set<WorkflowVersion>
  ) -> (due: [StoredSchedule], next: StoreTime?) {
    let known = schedules.values.filter { !$0.isPaused && workflows.contains($0.definition) }
    let due = known.filter { $0.next.map { $0 <= now } ?? false }
    return (
      due.sorted { ($0.next ?? 0, $0.name) < ($1.next ?? 0, $1.name) },
      known.compactMap(\.next).filter { $0 > now }.min()
    )
  }

  /// Adds runs of a schedule with a closure, unless the schedule has changed.
  package mutating func fire(
    _ name: String,
    revision: Int,
    next: StoreTime?,
    runs: (inout Self) -> [SubmissionAnswer]
  ) -> [SubmissionAnswer]? {
    guard var schedule = schedules[name], schedule.revision == revision else { return nil }
    schedule.revision += 1
    schedule.next = next
    schedules[name] = schedule
    return runs(&self)
  }
}
