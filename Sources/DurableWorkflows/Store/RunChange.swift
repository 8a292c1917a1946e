public import Workflows

/// A part of a write that moves a run on.
///
/// The parts of one write are kept together, or not at all.
public enum RunChange<Payload: Hashable & Sendable>: Hashable, Sendable {
  /// The output of a step, and how long it took, in milliseconds. The first one stays.
  case record(RecordPath, Payload, type: String = "", isCompensated: Bool, took: Int = 0)
  /// A compensated step begins.
  case begin(RecordPath)
  /// A compensated step that was marked in this claim has failed, or has not begun, so its effect
  /// is not in doubt.
  case failed(RecordPath)
  /// A wait begins; without a time, it ends only with its signal.
  case wait(RecordPath, for: Int?)
  /// A time limit has begun.
  case limit(RecordPath, until: StoreTime)
  /// An attempt has failed, and the next one follows after a pause.
  case attempt(RecordPath, failed: Int, pause: Int)
  /// The run has failed, or was cancelled, and has something to undo.
  case undo(RunFailure)
  /// A compensation has ended.
  case undone(RecordPath, hasSucceeded: Bool)
}

/// What wakes a run that is parked.
public struct Wake: Hashable, Sendable {
  /// The first time, as far as it is known.
  public var due: StoreTime?
  /// The shortest time from now on.
  public var pause: Int?
  /// The names of the signals.
  public var signals: Set<String>

  /// Creates what wakes a run.
  public init(due: StoreTime? = nil, pause: Int? = nil, signals: Set<String> = []) {
    self.due = due
    self.pause = pause
    self.signals = signals
  }

  /// Adds what else wakes the run.
  public mutating func formUnion(_ other: Wake) {
    due = [due, other.due].compactMap(\.self).min()
    pause = [pause, other.pause].compactMap(\.self).min()
    signals.formUnion(other.signals)
  }
}

/// What becomes of a run with a write.
public enum RunContinuation<Payload: Hashable & Sendable>: Hashable, Sendable {
  /// Its worker goes on.
  case keep
  /// It waits for something, and no worker has it.
  case park(Wake)
  /// It has ended.
  case end(RunOutcome<Payload>)
  /// The run is left alone, for a reason that a person has to look at.
  case setAside(String)
}
