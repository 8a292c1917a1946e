/// Which runs to list.
public struct RunQuery: Hashable, Sendable {
  /// The statuses; empty for all.
  public var statuses: Set<DurableRunStatus>
  /// The name of the workflow, with ` (version 2)` for other versions than 1; `nil` for all.
  public var workflow: String?
  /// How many at most.
  public var limit: Int
  /// The identifier of the run behind which to begin; `nil` to begin with the last one.
  ///
  /// If it was removed meanwhile, the list is an ``UnknownRun``, and not the first page again.
  public var after: String?

  /// Creates a query.
  public init(
    statuses: Set<DurableRunStatus> = [],
    workflow: String? = nil,
    limit: Int = 100,
    after: String? = nil
  ) {
    self.statuses = statuses
    self.workflow = workflow
    self.limit = limit
    self.after = after
  }
}

/// What a list tells of a run.
public struct RunSummary: Hashable, Sendable, Identifiable {
  /// The identifier of the run.
  public var id: String
  /// The name of the workflow, with its version.
  public var workflow: String
  /// Where it stands.
  public var status: DurableRunStatus
  /// When it was submitted.
  public var submitted: StoreTime
  /// When it has ended; `nil` before.
  public var ended: StoreTime?
  /// The error of a run that has failed, or the reason why it was set aside.
  public var message: String?

  /// Creates a summary.
  public init(
    id: String,
    workflow: String,
    status: DurableRunStatus,
    submitted: StoreTime,
    ended: StoreTime? = nil,
    message: String? = nil
  ) {
    self.id = id
    self.workflow = workflow
    self.status = status
    self.submitted = submitted
    self.ended = ended
    self.message = message
  }
}
