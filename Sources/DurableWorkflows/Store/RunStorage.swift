public import Foundation

/// The operations of a store of durable runs, each of which is atomic, that is, one transaction.
///
/// `RunStoreConformance` tests whether a store follows the rules.
///
/// Only the store has a clock. The clock never goes backward, whatever the clocks of the machines
/// around it do, and the store stamps everything that arrives. Callers send durations. If the clock
/// may differ from the date, because somebody has set the date, ``date(at:)`` says by how much.
///
/// A claim gives a run to one worker and increments the run's *epoch*. The statement that performs
/// a worker's write checks the epoch, so a worker that another worker has replaced writes nothing.
///
/// If an operation throws an error, it may or may not have taken effect. The caller repeats it with
/// the same token.
@_spi(Stores) public protocol RunStorage: Sendable {
  /// A part of a write of this store.
  typealias Change = RunChange<Data>
  /// The state of a run in the store.
  typealias Row = RunRow<Data>

  /// The time of the store.
  var now: StoreTime { get async throws }

  /// Returns the date at a time of the store, which waits until a date and schedules follow.
  ///
  /// By default, the time of the store is the date.
  ///
  /// - Parameter time: A time of the store, about now.
  /// - Returns: The date, in milliseconds since 1970.
  func date(at time: StoreTime) -> StoreTime

  /// Adds a run unless a run with its identifier already exists.
  ///
  /// - Parameter run: The run.
  /// - Returns: Whether the run is new, and if not, whether it is the same.
  /// - Throws: An error from the store. The operation may have taken effect.
  func submit(_ run: RunSubmission) async throws -> SubmissionAnswer

  /// Whether the store keeps the places of runs in queues, and the limits of queues.
  var keepsQueues: Bool { get }

  /// Adds runs in one write, except those whose identifier already exists.
  ///
  /// - Parameter runs: The runs.
  /// - Returns: The result for each run, in the same order.
  /// - Throws: An error from the store. The operation may have taken effect.
  func submit(_ runs: [RunSubmission]) async throws -> [SubmissionAnswer]

  /// Gives runs to a worker: runs that are due, and runs whose lease has ended.
  ///
  /// A run that was claimed too often in a row without progress is set aside instead. Runs with a
  /// greater priority come first, and among equal priorities, runs that are due earlier. Runs in a
  /// queue without room are passed over.
  ///
  /// - Parameter request: The worker and the runs that it asks for.
  /// - Returns: The runs with their state.
  /// - Throws: An error from the store. The operation may have taken effect.
  func claim(_ request: ClaimRequest) async throws -> ClaimAnswer

  /// Adds a run and gives runs to a worker, which need not include the added run.
  ///
  /// This method is equivalent to `submit(_:)` followed by ``claim(_:)``. A store that does both in
  /// one transaction saves a write for each run that the submitting process begins at once.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - request: The worker and the runs that it asks for.
  /// - Returns: The answers of both.
  /// - Throws: An error from the store. Either operation may have taken effect.
  func submit(
    _ run: RunSubmission,
    claiming request: ClaimRequest
  ) async throws -> (SubmissionAnswer, ClaimAnswer)

  /// Extends the leases of all runs that a worker has.
  ///
  /// - Parameter worker: The worker.
  /// - Returns: The runs that the worker still has, with their news.
  /// - Throws: An error from the store. The operation may have taken effect.
  func renew(_ worker: String) async throws -> [RunNews]

  /// Writes the changes that advance a run: all of them or none.
  ///
  /// A write that is repeated with the same token is not done twice. A write extends the lease of
  /// the run.
  ///
  /// - Parameter write: The write.
  /// - Returns: Whether the operation was done.
  /// - Throws: An error from the store. The operation may have taken effect.
  func commit(_ write: RunWrite) async throws -> WriteAnswer

  /// Gives back a run that has not ended, so that it is due at once.
  ///
  /// - Parameters:
  ///   - run: The identifier of the run.
  ///   - epoch: The number of the claim.
  /// - Throws: An error from the store. The operation may have taken effect.
  func release(_ run: String, epoch: Int) async throws

  /// Stores a signal for a run and wakes the run if it waits for the signal. The first signal of a
  /// name stays.
  ///
  /// - Parameters:
  ///   - value: The value to send.
  ///   - signal: The name of the signal.
  ///   - run: The identifier of the run.
  /// - Returns: Whether the store kept the signal, and if not, why.
  /// - Throws: An error from the store. The operation may have taken effect.
  func send(_ value: Data, to signal: String, of run: String) async throws -> SignalDelivery

  /// Removes a signal that the run has not read, so that another one of its name can be sent.
  ///
  /// A run that a worker has counts as having read it; see also ``RunRow/hasRead(_:)``.
  ///
  /// - Parameters:
  ///   - signal: The name of the signal.
  ///   - run: The identifier of the run.
  /// - Returns: Whether the signal was removed, and if not, why.
  /// - Throws: An error from the store. The operation may have taken effect.
  func withdraw(_ signal: String, of run: String) async throws -> SignalWithdrawal

  /// Cancels a run: at once, if no worker has it and it has nothing to undo.
  ///
  /// - Parameter run: The identifier of the run.
  /// - Returns: Whether the run has ended or will end.
  /// - Throws: An error from the store. The operation may have taken effect.
  func cancel(_ run: String) async throws -> CancellationAnswer

  /// Keeps workers from beginning a run, or lets them begin it again.
  ///
  /// The news of a worker that has the run tell it to give the run back. A run that is paused is
  /// never due, and is due at once when it is resumed. Cancelling a run, and reopening it, resume
  /// it.
  ///
  /// - Parameters:
  ///   - isPaused: Whether the run is paused.
  ///   - run: The identifier of the run.
  /// - Returns: Whether the run exists and has not ended.
  /// - Throws: An error from the store. The operation may have taken effect.
  func setPaused(_ isPaused: Bool, of run: String) async throws -> Bool

  /// Undoes a run that ended with a value, or cancels one that has not ended.
  ///
  /// The run becomes due, like a run that was cancelled after its last step. A run that has nothing
  /// to undo is cancelled at once.
  ///
  /// - Parameter run: The identifier of the run.
  /// - Returns: Whether the run is undone or will be.
  /// - Throws: An error from the store. The operation may have taken effect.
  func undo(_ run: String) async throws -> CancellationAnswer

  /// Reopens a run that was set aside, failed, or was cancelled, so that it is due again.
  ///
  /// For a run that has ended, the following are removed: the records of undone steps, the records
  /// of all steps after the first of these except those that could not be undone, the waits for
  /// signals, and the reason for the undoing. The undoing of a run that was set aside while it was
  /// undone, or after it was cancelled, continues. Timeouts and attempts begin anew in any case.
  ///
  /// - Parameter run: The identifier of the run.
  /// - Returns: Whether there was such a run.
  /// - Throws: An error from the store. The operation may have taken effect.
  func reopen(_ run: String) async throws -> Bool

  /// Returns the state of a run, or `nil` if the run does not exist.
  ///
  /// - Parameter run: The identifier of the run.
  /// - Returns: The state of the run.
  /// - Throws: An error from the store.
  func load(_ run: String) async throws -> Row?

  /// Returns runs, most recently submitted first.
  ///
  /// - Parameter query: The runs to list.
  /// - Returns: The runs.
  /// - Throws: ``UnknownRun`` if the run to begin after does not exist, and errors from the store.
  func list(_ query: RunQuery) async throws -> [RunSummary]

  /// Returns the number of runs by status.
  ///
  /// - Returns: The numbers. A status without a run may be missing.
  /// - Throws: An error from the store.
  func counts() async throws -> [DurableRunStatus: Int]

  /// Removes runs that have ended, oldest end first.
  ///
  /// - Parameters:
  ///   - age: The minimum time since the end of a run.
  ///   - limit: The maximum number.
  /// - Returns: The number of removed runs.
  /// - Throws: An error from the store. The operation may have taken effect.
  func removeEnded(olderThan age: Duration, limit: Int) async throws -> Int

  /// Pauses a queue, or resumes it.
  ///
  /// No claim gets runs of a queue that is paused, whether or not they have begun.
  ///
  /// - Parameters:
  ///   - isPaused: Whether the queue is paused.
  ///   - queue: The name of the queue, which need not have runs.
  /// - Throws: ``UnsupportedByStore`` if the store keeps no queues, or an error from the store. In
  ///   the latter case, the operation may have taken effect.
  func setPaused(_ isPaused: Bool, ofQueue queue: String) async throws

  /// Sets a limit of a queue that applies in place of the limit in the ``RunQueue`` of each claim.
  ///
  /// - Parameters:
  ///   - maxConcurrentRuns: The maximum number of runs that run at the same time; `nil` for that of
  ///     each claim.
  ///   - queue: The name of the queue, which need not have runs.
  /// - Throws: ``UnsupportedByStore`` if the store keeps no queues, or an error from the store. In
  ///   the latter case, the operation may have taken effect.
  func setLimit(_ maxConcurrentRuns: Int?, ofQueue queue: String) async throws

  /// Returns the queues that have runs that have not ended, that are paused, or that have a limit
  /// here.
  ///
  /// A run that was set aside counts as ended.
  ///
  /// - Returns: The queues, in any order.
  /// - Throws: An error from the store.
  func queues() async throws -> [QueueSummary]

  /// Adds a schedule or replaces the schedule with its name.
  ///
  /// A schedule that does the same stays as it is, with the time at which it is due. Otherwise the
  /// revision is one more than that of the replaced schedule, or 1. ``claim(_:)`` returns schedules
  /// that are due.
  ///
  /// - Parameter schedule: The schedule; its revision does not matter.
  /// - Returns: Whether the schedule is new or has replaced another one.
  /// - Throws: ``UnsupportedByStore`` if the store keeps no schedules, or an error from the store.
  ///   In the latter case, the operation may have taken effect.
  func setSchedule(_ schedule: StoredSchedule) async throws -> Bool

  /// Keeps a schedule from being due, or lets it be due again, from its next time on.
  ///
  /// A schedule that replaces a paused one is paused. See ``StoredSchedule/setPaused(_:)`` for the
  /// rule.
  ///
  /// - Parameters:
  ///   - isPaused: Whether the schedule is paused.
  ///   - name: The name of the schedule.
  /// - Returns: Whether there is one.
  /// - Throws: An error from the store. The operation may have taken effect.
  func setPaused(_ isPaused: Bool, ofSchedule name: String) async throws -> Bool

  /// Removes a schedule; its runs stay.
  ///
  /// - Parameter name: The name of the schedule.
  /// - Returns: Whether there was one.
  /// - Throws: An error from the store. The operation may have taken effect.
  func removeSchedule(_ name: String) async throws -> Bool

  /// Returns all schedules, in the order of their names.
  ///
  /// - Returns: The schedules.
  /// - Throws: An error from the store.
  func schedules() async throws -> [StoredSchedule]

  /// Adds the runs of a schedule that is due and sets the time at which it is next due, or does
  /// nothing.
  ///
  /// Nothing is done if the schedule now has another revision or no longer exists. A run whose
  /// identifier or key is taken is left out. The revision increases by one.
  ///
  /// - Parameter firing: The runs, and the next time.
  /// - Returns: The result for each run, in the same order; `nil` if nothing was done.
  /// - Throws: An error from the store. The operation may have taken effect.
  func fire(_ firing: ScheduleFiring) async throws -> [SubmissionAnswer]?

  /// The hints about changes by other processes, from now on.
  ///
  /// By default there are no hints, and changes by other processes are found by polling.
  var hints: AsyncStream<RunHint> { get }
}
