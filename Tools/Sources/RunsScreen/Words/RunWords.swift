package import DurableWorkflows

/// Words for what a run waits for, and for the times of schedules.
package enum RunWords {
  /// What a run waits for: a signal, or a child, whose end is a signal with a name of its own.
  package static func awaited(_ signal: String) -> String {
    child(of: signal).map { "the end of run '\($0)'" } ?? "signal '\(signal)'"
  }

  /// The child whose end is the signal; `nil` for a signal that is sent.
  package static func child(of signal: String) -> String? {
    signal.wholeMatch(of: /%end(?:%[0-9]+)? (.+)/).map { String($0.1) }
  }

  /// How many times processes have taken a run.
  package static func taken(_ count: Int) -> String {
    count == 1 ? "taken once" : "taken \(count) times"
  }

  /// What becomes of the times at which no process was there to submit a run.
  package static func missed(_ times: RunSchedule.MissedTimes) -> String {
    switch times {
    case .skipped: "skipped"
    case .latest: "last one caught up"
    case .all: "all caught up"
    }
  }

  /// The times of a schedule.
  package static func times(_ schedule: RunSchedule) -> String {
    switch schedule.times {
    case .cron(let expression, let zone, _): "\(expression) in \(zone)"
    case .every(let interval): "every \(TimeText.duration(interval))"
    }
  }
}
