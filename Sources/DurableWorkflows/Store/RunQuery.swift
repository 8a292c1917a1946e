package import Foundation

/// A query for runs to list.
public struct RunQuery: Hashable, Sendable {
  /// The statuses; empty for all.
  public var statuses: Set<DurableRunStatus>
  /// The name of the workflow; `nil` for all workflows.
  public var workflow: String?
  /// The version of the workflow; `nil` for all versions.
  public var version: Int?
  /// The text that identifiers begin with; `nil` for all identifiers.
  public var idPrefix: String?
  /// The name of the queue; `nil` for runs of all queues, and of none.
  public var queue: String?
  /// The partition of the queue; `nil` for all partitions.
  public var partition: String?
  /// The tags that the runs have, by name; empty for runs with any tags, and with none.
  public var tags: [String: String]
  /// The times between which the runs were submitted, in milliseconds since 1970; `nil` for all
  /// times.
  public var submitted: Range<StoreTime>?
  /// The maximum number of runs.
  public var limit: Int
  /// The identifier of the run after which the list begins; `nil` to begin with the most recent
  /// run.
  ///
  /// If that run has been removed in the meantime, listing throws ``UnknownRun`` instead of
  /// returning the first page again.
  public var after: String?

  /// Creates a query.
  public init(
    statuses: Set<DurableRunStatus> = [],
    workflow: String? = nil,
    version: Int? = nil,
    idPrefix: String? = nil,
    queue: String? = nil,
    partition: String? = nil,
    tags: [String: String] = [:],
    submitted: Range<StoreTime>? = nil,
    limit: Int = 100,
    after: String? = nil
  ) {
    self.statuses = statuses
    self.workflow = workflow
    self.version = version
    self.idPrefix = idPrefix
    self.queue = queue
    self.partition = partition
    self.tags = tags
    self.submitted = submitted
    self.limit = limit
    self.after = after
  }
}

/// A summary of a run in a list.
public struct RunSummary: Hashable, Sendable, Identifiable {
  /// The identifier of the run.
  public var id: String
  /// The name of the workflow.
  public var workflow: String
  /// The version of the workflow.
  public var version: Int
  /// The status of the run.
  public var status: DurableRunStatus
  /// The time at which the run was submitted.
  public var submitted: StoreTime
  /// The time at which the run ended; `nil` if it has not.
  public var ended: StoreTime?
  /// The error of a run that has failed, or the reason why it was set aside.
  public var message: String?

  /// Creates a summary.
  @_spi(Stores) public init(
    id: String,
    workflow: String,
    version: Int = 1,
    status: DurableRunStatus,
    submitted: StoreTime,
    ended: StoreTime? = nil,
    message: String? = nil
  ) {
    self.id = id
    self.workflow = workflow
    self.version = version
    self.status = status
    self.submitted = submitted
    self.ended = ended
    self.message = message
  }

  /// Creates a summary of a row of a store.
  package init(_ id: String, _ row: RunRow<Data>, now: StoreTime) {
    self.init(
      id: id,
      workflow: row.workflow,
      version: row.version,
      status: row.status(at: now),
      submitted: row.submitted,
      ended: row.ended,
      message: row.message
    )
  }
}
