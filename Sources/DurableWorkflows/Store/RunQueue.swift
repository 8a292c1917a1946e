/// A queue of runs, and how many of them may run at the same time.
///
/// ```swift
/// let options = DurableRunsOptions(
///   queues: [RunQueue("mail", maxConcurrentRuns: 4)]
/// )
/// ```
///
/// A process works on runs without a queue, and on those of the queues that its options name. The
/// limits are those of the process that asks: give all processes the same. Those across all
/// processes are kept by the store, whichever process asks.
public struct RunQueue: Hashable, Sendable {
  /// How many runs may begin in a time.
  public struct Rate: Hashable, Sendable {
    /// How many runs; at least 1.
    public let starts: Int
    /// The time; at least a millisecond.
    public let window: Duration

    /// Creates a rate.
    ///
    /// - Parameters:
    ///   - starts: How many runs; at least 1.
    ///   - window: In which time; at least a millisecond.
    public init(_ starts: Int, per window: Duration) {
      self.starts = max(1, starts)
      self.window = max(window, .milliseconds(1))
    }
  }

  /// The name of the queue.
  public let name: String

  /// How many of its runs may run at the same time, in all processes; `nil` for any number.
  public let maxConcurrentRuns: Int?

  /// How many of its runs this process works on at the same time; `nil` for any number.
  public let maxConcurrentRunsPerProcess: Int?

  /// How many of its runs may begin in a time, in all processes; `nil` for any number.
  public let rate: Rate?

  /// Creates a queue.
  ///
  /// Runs that wait, for a time or a signal, do not count as running. A run begins once, with its
  /// first step; it does not begin again after a wait.
  ///
  /// - Parameters:
  ///   - name: The name of the queue.
  ///   - maxConcurrentRuns: How many of its runs may run at the same time, in all processes; at
  ///     least 1.
  ///   - maxConcurrentRunsPerProcess: How many of its runs this process works on at the same time;
  ///     at least 1.
  ///   - rate: How many of its runs may begin in a time, in all processes.
  public init(
    _ name: String,
    maxConcurrentRuns: Int? = nil,
    maxConcurrentRunsPerProcess: Int? = nil,
    rate: Rate? = nil
  ) {
    self.name = name
    self.maxConcurrentRuns = maxConcurrentRuns.map { max(1, $0) }
    self.maxConcurrentRunsPerProcess = maxConcurrentRunsPerProcess.map { max(1, $0) }
    self.rate = rate
  }
}

/// The place of a run in a queue.
public struct QueuePlace: Hashable, Sendable {
  /// What becomes of a run whose key another run has, which has not ended.
  public enum TakenKey: Hashable, Sendable {
    /// It is not added; the other run stays.
    case keep
    /// It is added, and the other run is cancelled.
    case replace
  }

  /// The name of the queue.
  public let queue: String

  /// Runs with a greater priority begin first; those of the same one in the order in which they are
  /// due.
  public let priority: Int

  /// What no other run of the queue has that waits or runs; `nil` for a run that may be there many
  /// times.
  public let key: String?

  /// What becomes of the run if another one has its key.
  public let ifTaken: TakenKey

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - queue: The name of the queue.
  ///   - priority: Runs with a greater one begin first. Runs without a queue have 0.
  ///   - key: What no other run of the queue has that has not ended.
  ///   - ifTaken: What becomes of the run if another one has its key.
  public init(
    _ queue: String,
    priority: Int = 0,
    key: String? = nil,
    ifTaken: TakenKey = .keep
  ) {
    self.queue = queue
    // So that there is one before each, and one behind.
    self.priority = min(max(priority, -.max + 1), .max - 1)
    self.key = key
    self.ifTaken = ifTaken
  }
}

/// How many runs of a queue a worker may take now.
package struct QueueRoom: Hashable, Sendable {
  /// How many.
  package var runs: Int
  /// How many of these may be new.
  package var starts: Int
  /// When the next one may be new that may not now.
  package let nextStart: StoreTime?

  package init(runs: Int, starts: Int, nextStart: StoreTime? = nil) {
    self.runs = runs
    self.starts = starts
    self.nextStart = nextStart
  }

  /// Room for any number.
  package static let unlimited = QueueRoom(runs: .max, starts: .max)

  /// Takes the room of a run, if there is some.
  package mutating func take(isNew: Bool) -> Bool {
    if runs == 0 || isNew && starts == 0 { return false }
    runs -= 1
    if isNew { starts -= 1 }
    return true
  }
}
