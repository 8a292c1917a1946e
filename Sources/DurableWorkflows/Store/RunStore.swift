public import Foundation

/// Keeps durable runs, so that they survive the process that runs them.
///
/// `SQLiteRunStore` keeps them in a file, and `InMemoryRunStore` for the time of a test. To keep
/// them elsewhere, write a type of your own: a few operations, each of which is atomic, that is,
/// one transaction. `RunStoreConformance` tests whether it keeps the rules.
///
/// Only the store has a clock. It never goes back, whatever the clocks of the machines around it
/// do, and it stamps what arrives. Those who call it send durations.
///
/// A claim gives a run to one worker and increments its *epoch*. What a worker writes is
/// conditional on the epoch, in the statement that writes, so a worker that another one has
/// replaced writes nothing.
///
/// An error that an operation throws means that it is not known whether it was done. The caller
/// asks again, with the same token.
public protocol RunStore: Sendable {
  /// A part of a write of this store.
  typealias Change = RunChange<Data>
  /// All that the store knows of a run.
  typealias Row = RunRow<Data>

  /// The time of the store.
  var now: StoreTime { get async throws }

  /// Adds a run, unless there is one with its identifier.
  ///
  /// - Parameter run: The run.
  /// - Returns: Whether it is new, and if not, whether it is the same.
  /// - Throws: An error of the store; it is not known then whether it was done.
  func submit(_ run: RunSubmission) async throws -> SubmissionAnswer

  /// Whether the store keeps the places of runs in queues, and the limits of queues.
  var keepsQueues: Bool { get }

  /// Adds runs in one write, each unless there is one with its identifier.
  ///
  /// - Parameter runs: The runs.
  /// - Returns: What has become of each, in the same order.
  /// - Throws: An error of the store; it is not known then whether it was done.
  func submit(_ runs: [RunSubmission]) async throws -> [SubmissionAnswer]

  /// Gives runs to a worker: those that are due, and those whose worker has shown no sign of life.
  ///
  /// A run that was claimed too often in a row without getting on is set aside instead. Runs with a
  /// greater priority come first, and then those that are due first. Of a queue without room, those
  /// of others come before.
  ///
  /// - Parameter request: Who asks, and for what.
  /// - Returns: The runs, with all that is known of them.
  /// - Throws: An error of the store; it is not known then whether it was done.
  func claim(_ request: ClaimRequest) async throws -> ClaimAnswer

  /// Adds a run, and gives runs to a worker, which need not be that one.
  ///
  /// It is `submit(_:)`, followed by ``claim(_:)``. A store that does both in one transaction
  /// saves a write for each run that its process begins at once.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - request: Who asks for runs, and for what.
  /// - Returns: The answers of both.
  /// - Throws: An error of the store; it is not known then what was done.
  func submit(
    _ run: RunSubmission,
    claiming request: ClaimRequest
  ) async throws -> (SubmissionAnswer, ClaimAnswer)

  /// Extends the leases of all runs that a worker has.
  ///
  /// - Parameter worker: The worker.
  /// - Returns: The runs that it still has, with what is new of them.
  /// - Throws: An error of the store; it is not known then whether it was done.
  func renew(_ worker: String) async throws -> [RunNews]

  /// Writes what moves a run on: all of it, or nothing.
  ///
  /// One that is repeated with the same token is not done twice. It extends the lease of the run.
  ///
  /// - Parameter write: The write.
  /// - Returns: Whether it was done.
  /// - Throws: An error of the store; it is not known then whether it was done.
  func commit(_ write: RunWrite) async throws -> WriteAnswer

  /// Gives a run back that has not ended, so that it is due at once.
  ///
  /// - Parameters:
  ///   - run: The identifier of the run.
  ///   - epoch: The number of the claim.
  /// - Throws: An error of the store; it is not known then whether it was done.
  func release(_ run: String, epoch: Int) async throws

  /// Keeps a signal for a run, and wakes it if it waits for it; the first of a name stays.
  ///
  /// - Parameters:
  ///   - value: What to send.
  ///   - signal: The name of the signal.
  ///   - run: The identifier of the run.
  /// - Returns: Whether it is kept, and if not, why.
  /// - Throws: An error of the store; it is not known then whether it was done.
  func send(_ value: Data, to signal: String, of run: String) async throws -> SignalDelivery

  /// Cancels a run: at once, if no worker has it and nothing of it is to be undone.
  ///
  /// - Parameter run: The identifier of the run.
  /// - Returns: Whether it has ended, or will.
  /// - Throws: An error of the store; it is not known then whether it was done.
  func cancel(_ run: String) async throws -> CancellationAnswer

  /// Undoes a run that has ended with a value, and cancels one that has not ended.
  ///
  /// It is due, as one that was cancelled behind its last step; one that has nothing to undo is
  /// cancelled at once.
  ///
  /// - Parameter run: The identifier of the run.
  /// - Returns: Whether it is undone, or will be.
  /// - Throws: An error of the store; it is not known then whether it was done.
  func undo(_ run: String) async throws -> CancellationAnswer

  /// Makes a run due again that was set aside, has failed or was cancelled.
  ///
  /// Of one that has ended, the records of steps that were undone are removed, and of all behind
  /// the first of them but those that could not be undone, the waits for signals, and the reason of
  /// the undoing. One that was set aside while it was undone, or after
  /// it was cancelled, is undone further. Time limits and attempts begin anew in any case.
  ///
  /// - Parameter run: The identifier of the run.
  /// - Returns: Whether there was such a run.
  /// - Throws: An error of the store; it is not known then whether it was done.
  func reopen(_ run: String) async throws -> Bool

  /// Returns what is known of a run; `nil` if there is none.
  ///
  /// - Parameter run: The identifier of the run.
  /// - Returns: All that the store knows of it.
  /// - Throws: An error of the store; it is not known then whether it was done.
  func load(_ run: String) async throws -> Row?

  /// Returns runs, those that were submitted last first.
  ///
  /// - Parameter query: Which runs.
  /// - Returns: The runs.
  /// - Throws: ``UnknownRun`` if there is no run behind which to begin, and errors of the store.
  func list(_ query: RunQuery) async throws -> [RunSummary]

  /// Returns how many runs there are, by status.
  ///
  /// - Returns: The numbers; a status without a run may be missing.
  /// - Throws: An error of the store; it is not known then whether it was done.
  func counts() async throws -> [DurableRunStatus: Int]

  /// Removes runs that have ended, those that ended first first.
  ///
  /// - Parameters:
  ///   - age: The time since their end.
  ///   - limit: How many at most.
  /// - Returns: How many were removed.
  /// - Throws: An error of the store; it is not known then whether it was done.
  func removeEnded(olderThan age: Duration, limit: Int) async throws -> Int

  /// Adds a schedule, or replaces the one with its name.
  ///
  /// One that does the same stays as it is, with the time at which it is due. Otherwise its
  /// revision is one more than that of the schedule before it, or 1. ``claim(_:)`` returns
  /// schedules that are due.
  ///
  /// - Parameter schedule: The schedule; its revision does not matter.
  /// - Returns: Whether it is new or has replaced another one.
  /// - Throws: ``UnsupportedByStore`` if the store keeps no schedules, or an error of the store; it
  ///   is not known then whether it was done.
  func setSchedule(_ schedule: StoredSchedule) async throws -> Bool

  /// Removes a schedule; its runs stay.
  ///
  /// - Parameter name: The name of the schedule.
  /// - Returns: Whether there was one.
  /// - Throws: An error of the store; it is not known then whether it was done.
  func removeSchedule(_ name: String) async throws -> Bool

  /// Returns all schedules, in the order of their names.
  ///
  /// - Returns: The schedules.
  /// - Throws: An error of the store.
  func schedules() async throws -> [StoredSchedule]

  /// Adds the runs of a schedule that is due, and says when it is due the next time: both, or
  /// nothing if the schedule has another revision by now, or is gone.
  ///
  /// A run whose identifier is taken is left out. The revision becomes one more.
  ///
  /// - Parameter firing: The runs, and the next time.
  /// - Returns: Whether it was done.
  /// - Throws: An error of the store; it is not known then whether it was done.
  func fire(_ firing: ScheduleFiring) async throws -> Bool

  /// Where other processes change something, from now on.
  ///
  /// By default there are no hints, and what others do is found by asking.
  var hints: AsyncStream<RunHint> { get }
}
