public import Foundation

/// A request for runs.
public struct ClaimRequest: Hashable, Sendable {
  /// The name of the worker, which is unique to its process.
  public var worker: String
  /// The names of the workflows that it knows.
  public var workflows: Set<String>
  /// How long it has them without a sign of life.
  public var lease: Duration
  /// How many runs at most.
  public var limit: Int
  /// How many claims in a row may end without a write that moves a run on.
  public var maxFruitlessClaims: Int
  /// The queues whose runs it wants, besides those without a queue.
  public var queues: [RunQueue]

  /// Creates a request.
  public init(
    worker: String,
    workflows: Set<String>,
    lease: Duration,
    limit: Int = 1,
    maxFruitlessClaims: Int = 8,
    queues: [RunQueue] = []
  ) {
    self.worker = worker
    self.workflows = workflows
    self.lease = lease
    self.limit = limit
    self.maxFruitlessClaims = maxFruitlessClaims
    self.queues = queues
  }
}

/// The runs that a worker has got.
public struct ClaimAnswer: Hashable, Sendable {
  /// A run.
  public struct Run: Hashable, Sendable {
    /// Its identifier.
    public var id: String
    /// All that is known of it.
    public var row: RunRow<Data>

    /// Creates a run.
    public init(id: String, row: RunRow<Data>) {
      self.id = id
      self.row = row
    }
  }

  /// The runs.
  public var runs: [Run]
  /// The identifiers of runs that were set aside, because they were claimed too often.
  public var setAside: [String]
  /// The time of the store.
  public var now: StoreTime
  /// When the next run is due that nobody has, as far as it is known.
  public var nextDue: StoreTime?
  /// The schedules of the workflows that are due, those that are due first first; not all, if there
  /// are many.
  public var schedules: [StoredSchedule]
  /// When the next schedule of the workflows is due that is not due yet.
  public var nextSchedule: StoreTime?

  /// Creates an answer.
  public init(
    runs: [Run],
    setAside: [String] = [],
    now: StoreTime,
    nextDue: StoreTime?,
    schedules: [StoredSchedule] = [],
    nextSchedule: StoreTime? = nil
  ) {
    self.runs = runs
    self.setAside = setAside
    self.now = now
    self.nextDue = nextDue
    self.schedules = schedules
    self.nextSchedule = nextSchedule
  }
}
