public import Foundation

/// A request for runs.
@_spi(Stores) public struct ClaimRequest: Hashable, Sendable {
  /// The name of the worker, which is unique to its process.
  @_spi(Stores) public var worker: String
  /// The workflows that the worker knows, each with its versions.
  @_spi(Stores) public var workflows: Set<WorkflowVersion>
  /// The time that the worker has the runs unless it extends their leases.
  @_spi(Stores) public var lease: Duration
  /// The maximum number of runs.
  @_spi(Stores) public var limit: Int
  /// The number of claims in a row that may end without a write that advances a run.
  @_spi(Stores) public var maxFruitlessClaims: Int
  /// The queues whose runs the worker takes, in addition to runs without a queue.
  @_spi(Stores) public var queues: [RunQueue]
  /// Whether runs that this worker already has are left to it, even if their lease has ended.
  ///
  /// A process sets this while it works on runs, because it extends their leases itself. Its
  /// request may be carried out after their end: in SQLite, it waits for transactions of others.
  /// A store whose requests never wait for long may ignore this.
  @_spi(Stores) public var skipsOwnRuns: Bool

  /// Creates a request.
  @_spi(Stores) public init(
    worker: String,
    workflows: Set<WorkflowVersion>,
    lease: Duration,
    limit: Int = 1,
    maxFruitlessClaims: Int = 8,
    queues: [RunQueue] = [],
    skipsOwnRuns: Bool = false
  ) {
    self.worker = worker
    self.workflows = workflows
    self.lease = lease
    self.limit = limit
    self.maxFruitlessClaims = maxFruitlessClaims
    self.queues = queues
    self.skipsOwnRuns = skipsOwnRuns
  }
}

/// The runs that a worker received.
@_spi(Stores) public struct ClaimAnswer: Hashable, Sendable {
  /// A run.
  @_spi(Stores) public struct Run: Hashable, Sendable {
    /// The identifier of the run.
    @_spi(Stores) public var id: String
    /// The state of the run.
    @_spi(Stores) public var row: RunRow<Data>

    /// Creates a run.
    @_spi(Stores) public init(id: String, row: RunRow<Data>) {
      self.id = id
      self.row = row
    }
  }

  /// The runs.
  @_spi(Stores) public var runs: [Run]
  /// The identifiers of runs that were set aside because they were claimed too often.
  @_spi(Stores) public var setAside: [String]
  /// The time of the store.
  @_spi(Stores) public var now: StoreTime
  /// The time at which the next run that no worker has is due, if known.
  @_spi(Stores) public var nextDue: StoreTime?
  /// The schedules of the workflows that are due, earliest first; not all of them, if there are
  /// many.
  @_spi(Stores) public var schedules: [StoredSchedule]
  /// The time at which the next schedule of the workflows that is not yet due becomes due.
  @_spi(Stores) public var nextSchedule: StoreTime?

  /// Creates an answer.
  @_spi(Stores) public init(
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
