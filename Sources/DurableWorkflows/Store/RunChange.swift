public import Workflows

/// A part of a write that advances a run.
///
/// The parts of one write are stored together or not at all.
@_spi(Stores) public enum RunChange<Payload: Hashable & Sendable>: Hashable, Sendable {
  /// The output of a step, and how long it took, in milliseconds. The first record of a place
  /// stays.
  case record(RecordPath, Payload, type: String = "", isCompensated: Bool, took: Int = 0)
  /// A compensated step begins.
  case begin(RecordPath)
  /// A compensated step that was marked in this claim failed or did not begin, so its effect is not
  /// in doubt.
  case failed(RecordPath)
  /// A wait begins; without a time, it ends only with its signal. A wait for a date has the date,
  /// too, in milliseconds since 1970, for a store whose time can differ from the date.
  case wait(RecordPath, for: Int?, until: StoreTime? = nil)
  /// A timeout has begun.
  case limit(RecordPath, until: StoreTime)
  /// An attempt failed, and the next one follows after a pause.
  case attempt(RecordPath, failed: Int, pause: Int)
  /// The run failed or was cancelled, and has something to undo.
  case undo(RunFailure)
  /// A compensation has ended.
  case undone(RecordPath, hasSucceeded: Bool)
  /// The run says something of itself, or takes back what it has said.
  case tag(String, String?)
  /// The run begins anew, without what its steps have left. It keeps what it was submitted with,
  /// its signals, its tags, and the reason to undo it.
  case restart
}

extension RunChange {
  /// Whether this change counts as progress of the run.
  var movesOn: Bool {
    switch self {
    case .record(let path, _, type: _, isCompensated: _, took: _): !path.isOfRun
    case .wait, .attempt, .undo, .undone, .restart: true
    case .begin, .failed, .limit, .tag: false
    }
  }
}

/// The times and signals that wake a parked run.
@_spi(Stores) public struct Wake: Hashable, Sendable {
  /// The earliest known time.
  @_spi(Stores) public var due: StoreTime?
  /// The shortest time from now on.
  @_spi(Stores) public var pause: Int?
  /// The names of the signals that wake the run.
  @_spi(Stores) public var signals: Set<String>

  /// Creates a value from times and signals.
  @_spi(Stores) public init(due: StoreTime? = nil, pause: Int? = nil, signals: Set<String> = []) {
    self.due = due
    self.pause = pause
    self.signals = signals
  }

  /// Adds the times and signals of another value.
  @_spi(Stores) public mutating func formUnion(_ other: Wake) {
    due = [due, other.due].compactMap(\.self).min()
    pause = [pause, other.pause].compactMap(\.self).min()
    signals.formUnion(other.signals)
  }
}

/// What happens to a run after a write.
@_spi(Stores) public enum RunContinuation<Payload: Hashable & Sendable>: Hashable, Sendable {
  /// Its worker continues.
  case keep
  /// The run waits for something, and no worker has it.
  case park(Wake)
  /// The run has ended.
  case end(RunOutcome<Payload>)
  /// The run is left alone, for a reason that a person has to examine.
  case setAside(String)
}
