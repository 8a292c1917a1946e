import DurableWorkflows

/// What a person can do to a run, a queue, or a schedule.
enum ActionKind: String, CaseIterable, Sendable {
  case cancel, undo, retry, fork, send, pause, resume
  case cancelRuns = "cancel-runs"
  case retryRuns = "retry-runs"
  case pauseQueue = "pause-queue"
  case resumeQueue = "resume-queue"
  case limitQueue = "limit-queue"
  case triggerSchedule = "trigger-schedule"
  case pauseSchedule = "pause-schedule"
  case resumeSchedule = "resume-schedule"
  case endSchedule = "end-schedule"

  /// The words of the link and of the button.
  var label: String {
    switch self {
    case .cancel: "Cancel"
    case .cancelRuns: "Cancel these runs"
    case .retryRuns: "Retry these runs"
    case .undo: "Undo"
    case .retry: "Retry"
    case .fork: "Fork"
    case .send: "Send a signal"
    case .pause, .pauseQueue, .pauseSchedule: "Pause"
    case .resume, .resumeQueue, .resumeSchedule: "Resume"
    case .limitQueue: "Limit"
    case .triggerSchedule: "Run now"
    case .endSchedule: "End"
    }
  }

  /// What happens, before a person confirms it.
  var explanation: String {
    switch self {
    case .cancel:
      "The run ends, and what it has done is undone. If a process works on it, that process ends it."
    case .cancelRuns:
      "Each run ends, and what it has done is undone. If a process works on it, that process ends it."
    case .undo:
      "A process undoes the steps of the run that have a compensation, the last one first."
    case .retry:
      "The run goes on behind its last record: with the step that has failed. Steps that were undone "
        + "run again, with the same idempotency keys. Its time limit no longer applies."
    case .retryRuns:
      "Each run goes on behind its last record: with the step that has failed. Steps that were "
        + "undone run again, with the same idempotency keys. Time limits no longer apply."
    case .fork:
      "A new run begins with the records of this one, which stays as it is."
    case .send:
      "The run takes one signal of a name; it is kept if the run does not wait for it yet. A value "
        + "that the run cannot read sets it aside."
    case .pause: "No process takes the run. One that has it gives it back after its step."
    case .resume: "A process takes the run as soon as one is free."
    case .pauseQueue:
      "No process takes runs from the queue. Processes go on with the runs that they have, until "
        + "these wait or end."
    case .resumeQueue: "Processes take runs from the queue again."
    case .limitQueue:
      "This many runs of the queue run at the same time, whatever the processes say. Without a number, "
        + "their own limits apply again."
    case .triggerSchedule: "A run is submitted now. The times of the schedule stay as they are."
    case .pauseSchedule: "The schedule submits no runs until it is resumed."
    case .resumeSchedule:
      "The schedule goes on with the next of its times. Those in the pause are not caught up."
    case .endSchedule:
      "The schedule submits no more runs. A program that makes it anew when it begins has it again "
        + "then."
    }
  }

  /// Whether it takes something away.
  var isGrave: Bool { [.cancel, .cancelRuns, .undo, .endSchedule].contains(self) }

  /// The page that shows the object of the action.
  func address(of name: String) -> String {
    switch self {
    case .cancel, .undo, .retry, .fork, .send, .pause, .resume: Address.to(run: name)
    case .cancelRuns, .retryRuns: "/?\(name)"
    case .pauseQueue, .resumeQueue, .limitQueue: "/queues"
    case .triggerSchedule, .pauseSchedule, .resumeSchedule, .endSchedule: "/schedules"
    }
  }

  /// The actions on the runs of a list, which is named by the fields of its address.
  static let ofRuns: [ActionKind] = [.cancelRuns, .retryRuns]

  /// Returns the query for the runs of a list that the action can change.
  func query(_ filter: ListFilter) throws -> RunQuery {
    var query = try filter.query
    let able: Set<DurableRunStatus> = self == .retryRuns ? .retriable : .cancellable
    // A run that was set aside is cancelled only if somebody asks for it.
    query.statuses =
      query.statuses.isEmpty
      ? able : query.statuses.intersection(self == .retryRuns ? able : able.union([.setAside]))
    return query
  }

  /// Whether a list can have runs that the action changes.
  func applies(to filter: ListFilter) -> Bool {
    (try? query(filter)).map { !$0.statuses.isEmpty } ?? false
  }

  /// The kind of the object, and whether that is a run.
  var object: String {
    switch self {
    case .cancel, .undo, .retry, .fork, .send, .pause, .resume: "run"
    case .cancelRuns, .retryRuns: "runs"
    case .pauseQueue, .resumeQueue, .limitQueue: "queue"
    case .triggerSchedule, .pauseSchedule, .resumeSchedule, .endSchedule: "schedule"
    }
  }
}

/// A link to the page that asks before it acts.
struct ActionLink {
  let label: String
  let address: String
  let isGrave: Bool
  /// What tells links with the same label apart.
  let of: String

  init(
    _ kind: ActionKind,
    of name: String,
    _ label: String? = nil,
    step: String? = nil,
    signal: String? = nil
  ) {
    self.label = label ?? kind.label
    of = (step ?? name).shortened
    isGrave = kind.isGrave
    address = Address.to(
      "/act",
      ["do": kind.rawValue, "of": name, "from": step, "signal": signal]
    )
  }
}
