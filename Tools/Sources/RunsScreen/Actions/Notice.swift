import Synchronization

/// The notices of actions, each of which a page shows once.
final class Notices: Sendable {
  /// The number of notices that no page has shown yet.
  private static let maximum = 100
  private let kept = Mutex<[String: Notice]>([:])

  /// Keeps a notice, and returns the name by which a page takes it.
  func add(_ notice: Notice) -> String {
    let name = Secret.random()
    kept.withLock { kept in
      if kept.count >= Self.maximum { kept = [:] }
      kept[name] = notice
    }
    return name
  }

  /// Returns the text of a notice that no page has shown.
  func take(_ name: String?) -> String? {
    name.flatMap { name in kept.withLock { $0.removeValue(forKey: name) } }?.text
  }
}

/// What a page says after an action.
enum Notice {
  case cancelled, cancelRequested, cancelRefused, undoing, undoRefused, reopened, notReopened
  case forked, sent, alreadySent, hasEnded, paused, resumed, queuePaused, queueResumed, limited
  case unlimited, triggered, schedulePaused, scheduleResumed, scheduleEnded, noSchedule
  case runsCancelled(Int), runsReopened(Int)

  var text: String {
    switch self {
    case .cancelled: "The run was cancelled."
    case .cancelRequested: "The run will end, and undo what it has done."
    case .cancelRefused: "The run has ended or is being undone already, and was not cancelled."
    case .undoing: "The run will be undone when a process takes it."
    case .undoRefused: "The run has ended without a value or is being undone already."
    case .reopened: "The run goes on when a process takes it."
    case .notReopened: "The run has succeeded or has not ended, and cannot be continued."
    case .forked: "This is the new run."
    case .sent: "The signal is kept for the run."
    case .alreadySent: "The run has a signal of this name already. Nothing was sent."
    case .hasEnded: "The run has ended. Nothing was done."
    case .paused: "The run is paused."
    case .resumed: "The run is not paused."
    case .queuePaused: "The queue is paused."
    case .queueResumed: "The queue is not paused."
    case .limited: "The queue has the limit in all processes."
    case .unlimited: "The queue has the limits of the processes."
    case .triggered: "This is the run that was submitted, or the one that has its key."
    case .schedulePaused: "The schedule is paused."
    case .scheduleResumed: "The schedule is not paused."
    case .scheduleEnded: "The schedule has ended."
    case .runsCancelled(let count):
      "Runs that were cancelled: \(count). Those that have done something undo it first."
    case .runsReopened(let count):
      "Runs that go on when processes take them: \(count)."
    case .noSchedule: "There is no such schedule any more."
    }
  }
}
