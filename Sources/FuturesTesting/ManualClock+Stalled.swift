internal import Futures

extension ManualClock {
  /// The error of waiting for something that does not happen.
  ///
  /// Its description states what was awaited, what is still scheduled, and what to do.
  public struct Stalled: Error, Hashable, Sendable, CustomStringConvertible {
    /// Why the clock gave up.
    public enum Reason: Hashable, Sendable {
      /// No timer is pending and no job is queued.
      case nothingIsScheduled
      /// Nothing happened during this much real time.
      case nothingHappens(within: Duration)
      /// The next timer is due after this much time on the clock.
      case timeLimit(duration: Duration)
      /// This many timers have fired and jobs have run.
      case stepLimit(count: Int)
      /// The awaited time has passed.
      case timeIsOver
    }

    /// Why the clock gave up.
    public let reason: Reason

    /// The time on the clock.
    public let now: Instant

    /// The deadlines of the timers that were pending, in firing order.
    public let pendingTimers: [Instant]

    /// The number of jobs that were queued in the context.
    public let pendingJobs: Int

    /// What was awaited.
    let wanted: String

    /// A message that says what was awaited, why the wait ended, what is still scheduled, and what
    /// to do.
    public var description: String {
      "\(wanted) \(complaint) The clock stands at \(now.offset); \(schedule). \(advice)"
    }

    private var complaint: String {
      switch reason {
      case .nothingIsScheduled: "did not occur: nothing is scheduled that could cause it."
      case .nothingHappens(within: let patience): "did not occur within \(patience) of real time."
      case .timeLimit(duration: let limit): "did not occur within \(limit) on the clock."
      case .stepLimit(count: let steps): "did not occur in \(steps) steps."
      case .timeIsOver: "cannot occur, because that time has passed."
      }
    }

    private var schedule: String {
      var parts: [String] = []
      if pendingJobs == 1 { parts.append("1 job") }
      if pendingJobs > 1 { parts.append("\(pendingJobs) jobs") }
      if !pendingTimers.isEmpty {
        let shown = pendingTimers.prefix(5).map { "\($0.offset)" }.joined(separator: ", ")
        let rest = pendingTimers.count > 5 ? " and \(pendingTimers.count - 5) more" : ""
        parts.append("timers due at \(shown)\(rest)")
      }
      if parts.isEmpty { return "nothing is scheduled" }
      return "still scheduled: " + parts.joined(separator: ", and ")
    }

    private var advice: String {
      switch reason {
      case .nothingIsScheduled:
        "Complete the promise that it depends on, run the context that it waits for, or await the "
          + "asynchronous form if a task is running."
      case .nothingHappens:
        "Check that the code under test uses this clock, and complete the promises that it "
          + "depends on."
      case .timeLimit: "Raise the limit, or check why the code under test waits this long."
      case .stepLimit: "Check for a timer that reschedules itself without end."
      case .timeIsOver: "Wait for the timer before you advance the clock."
      }
    }
  }

  /// Returns the error, with what is scheduled now.
  func stalled(
    _ reason: Stalled.Reason,
    _ wanted: String,
    on context: ManualContext? = nil
  ) -> Stalled {
    let (now, timers) = state.withLock { ($0.now, $0.timers.deadlines) }
    return Stalled(
      reason: reason,
      now: now,
      pendingTimers: timers,
      pendingJobs: context?.pendingCount ?? 0,
      wanted: wanted
    )
  }
}
