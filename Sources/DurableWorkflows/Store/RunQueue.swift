internal import Workflows

/// A queue of runs, with its limits.
///
/// ```swift
/// let options = DurableRunsOptions(
///   queues: [RunQueue("mail", maxConcurrentRuns: 4)]
/// )
/// ```
///
/// A process works on runs without a queue and on runs in the queues that its options name. The
/// limits that apply are those of the process that asks for runs, so give all processes the same
/// limits. The store enforces the limits that span all processes. While they run,
/// ``DurableRuns/limit(queue:to:)`` changes the one, and ``DurableRuns/pause(queue:)`` stops all.
///
/// Each partition of a queue has these limits for itself; see ``QueuePlace/partition``.
public struct RunQueue: Hashable, Sendable {
  /// A limit on how many runs may begin in a time window.
  public struct Rate: Hashable, Sendable {
    /// The number of runs; at least 1.
    package let starts: Int
    /// The length of the window; at least a millisecond.
    package let window: Duration

    /// Creates a rate.
    ///
    /// - Parameters:
    ///   - starts: The number of runs; at least 1.
    ///   - window: The length of the window; at least a millisecond.
    public init(_ starts: Int, per window: Duration) {
      self.starts = max(1, starts)
      self.window = max(window, .milliseconds(1))
    }
  }

  /// The name of the queue.
  public let name: String

  /// The maximum number of runs that run at the same time in all processes; `nil` for no limit.
  package let maxConcurrentRuns: Int?

  /// The maximum number of runs that this process works on at the same time; `nil` for no limit.
  package let maxConcurrentRunsPerProcess: Int?

  /// The rate at which runs may begin in all processes; `nil` for no limit.
  package let rate: Rate?

  /// Creates a queue.
  ///
  /// Runs that wait for a time or a signal do not count as running. A run begins once, with its
  /// first step; continuing after a wait does not count as beginning.
  ///
  /// - Parameters:
  ///   - name: The name of the queue.
  ///   - maxConcurrentRuns: The maximum number of runs that run at the same time in all processes;
  ///     at least 1.
  ///   - maxConcurrentRunsPerProcess: The maximum number of runs that this process works on at the
  ///     same time; at least 1.
  ///   - rate: The rate at which runs may begin in all processes.
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
  /// What happens to a run whose key belongs to another run that has not ended.
  public enum TakenKey: Hashable, Sendable {
    /// The run is not added; the other run stays.
    case keep
    /// The run is added, and the other run is cancelled.
    case replace
  }

  /// The name of the queue.
  public let queue: String

  /// The part of the queue, such as a tenant, to which the limits of the queue apply; runs that
  /// name none share one part.
  public let partition: String

  /// The priority of the run; runs with a greater priority begin first.
  ///
  /// Runs with the same priority begin in the order in which they are due.
  public let priority: Int

  /// A key that is unique among the runs of the queue that wait or run; `nil` for a run that may be
  /// in the queue many times.
  public let key: String?

  /// What happens to the run if another run has its key.
  public let ifTaken: TakenKey

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - queue: The name of the queue.
  ///   - partition: The part of the queue, such as a tenant, to which its limits apply.
  ///   - priority: The priority. Runs with a greater priority begin first. Runs without a queue
  ///     have 0.
  ///   - key: A key that is unique among the runs of the queue that have not ended.
  ///   - ifTaken: What happens to the run if another run has its key.
  public init(
    _ queue: String,
    partition: String = "",
    priority: Int = 0,
    key: String? = nil,
    ifTaken: TakenKey = .keep
  ) {
    self.queue = queue
    self.partition = partition
    // So that a lower and a higher priority always exist.
    self.priority = min(max(priority, -.max + 1), .max - 1)
    self.key = key
    self.ifTaken = ifTaken
  }
}

extension QueuePlace: CustomStringConvertible {
  /// The queue, and what the place has in it.
  public var description: String {
    let partition = partition.isEmpty ? "" : ", partition '\(partition)'"
    let priority = priority == 0 ? "" : ", priority \(priority)"
    let key = key.map { ", key '\($0)'" } ?? ""
    return queue + partition + priority + key
  }
}

/// A part of a queue that has the limits of the queue for itself.
package struct QueuePartition: Hashable, Sendable {
  package let queue: String
  package let partition: String

  package init(_ queue: String, _ partition: String) {
    self.queue = queue
    self.partition = partition
  }
}

extension RunRow {
  /// The partition of a queue to whose limits the run is subject.
  package var queuePartition: QueuePartition? { queue.map { QueuePartition($0, partition) } }
}

/// The number of runs of a partition that a worker may take now.
package struct QueueRoom: Hashable, Sendable {
  /// The number of runs.
  package var runs: Int
  /// The number of these that may be new.
  package var starts: Int
  /// The time at which the next new run may begin, if none may now.
  package let nextStart: StoreTime?

  package init(runs: Int, starts: Int, nextStart: StoreTime? = nil) {
    self.runs = runs
    self.starts = starts
    self.nextStart = nextStart
  }

  /// Room for none.
  package static let none = QueueRoom(runs: 0, starts: 0)

  /// Room for any number.
  package static let unlimited = QueueRoom(runs: .max, starts: .max)

  /// Takes the room for one run, if there is any.
  package mutating func take(isNew: Bool) -> Bool {
    if runs == 0 || isNew && starts == 0 { return false }
    runs -= 1
    if isNew { starts -= 1 }
    return true
  }
}
