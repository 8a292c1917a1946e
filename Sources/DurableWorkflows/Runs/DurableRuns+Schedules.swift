internal import Foundation
public import Workflows

extension DurableRuns {
  /// Submits runs of a workflow repeatedly, at the times of a schedule.
  ///
  /// ```swift
  /// try await runs.schedule(
  ///   report,
  ///   named: "nightly report",
  ///   .cron("30 2 * * *", in: zone),
  ///   input: "sales"
  /// )
  /// ```
  ///
  /// The store keeps the schedule. Any process that works on runs of the workflow submits the runs
  /// when they are due: once for each time, however many processes there are. The identifier of a
  /// run consists of the name of the schedule and the time, such as
  /// `nightly report@2026-11-24T01:30:00Z`.
  ///
  /// A run that still goes on does not prevent the next one. If it should, give the runs a place
  /// with a key: with ``QueuePlace/TakenKey/keep`` the next run is left out, with
  /// ``QueuePlace/TakenKey/replace`` the one that goes on is cancelled.
  ///
  /// Call this method whenever a process starts. A schedule with the same name that does the same
  /// stays as it is. One that differs is replaced and begins from now on; the last call wins.
  ///
  /// - Parameters:
  ///   - workflow: The workflow, which is registered.
  ///   - name: The name of the schedule, which is unique in the store.
  ///   - schedule: The times, and what happens for missed ones.
  ///   - input: The input of all its runs.
  ///   - version: The version of the workflow; `nil` for the highest one that is registered.
  ///   - place: The place of its runs in a queue; `nil` for runs without a queue.
  /// - Returns: Whether the schedule is new or has replaced another one.
  /// - Throws: ``WorkflowNotRegistered``, ``OutputTooLarge`` for the input, ``NameTooLong``,
  ///   ``UnknownTimeZone``, ``UnsupportedByStore``, and errors from the codec and the store.
  @discardableResult
  public func schedule<Input, Output>(
    _ workflow: Workflow<Input, Output>,
    named name: String,
    _ schedule: RunSchedule,
    input: Input,
    version: Int? = nil,
    in place: QueuePlace? = nil
  ) async throws -> Bool {
    let run = try submission(of: workflow, id: name, input: input, version: version, in: place)
    return try await set(schedule, name, of: run.definition, input: run.input, place)
  }

  /// Submits runs of a workflow without an input, at the times of a schedule.
  ///
  /// - Parameters:
  ///   - workflow: The workflow, which is registered.
  ///   - name: The name of the schedule, which is unique in the store.
  ///   - schedule: The times, and what happens for missed ones.
  ///   - version: The version of the workflow; `nil` for the highest one that is registered.
  ///   - place: The place of its runs in a queue; `nil` for runs without a queue.
  /// - Returns: Whether the schedule is new or has replaced another one.
  /// - Throws: The errors of the form with an input.
  @discardableResult
  public func schedule<Output>(
    _ workflow: Workflow<Void, Output>,
    named name: String,
    _ schedule: RunSchedule,
    version: Int? = nil,
    in place: QueuePlace? = nil
  ) async throws -> Bool {
    try await self.schedule(
      workflow,
      named: name,
      schedule,
      input: (),
      version: version,
      in: place
    )
  }

  /// Submits runs of a workflow whose input is the time of each, at the times of a schedule.
  ///
  /// - Parameters:
  ///   - workflow: The workflow, which is registered.
  ///   - name: The name of the schedule, which is unique in the store.
  ///   - schedule: The times, and what happens for missed ones.
  ///   - version: The version of the workflow; `nil` for the highest one that is registered.
  ///   - place: The place of its runs in a queue; `nil` for runs without a queue.
  /// - Returns: Whether the schedule is new or has replaced another one.
  /// - Throws: The errors of the form with an input.
  @discardableResult
  public func schedule<Output>(
    _ workflow: Workflow<ScheduledTime, Output>,
    named name: String,
    _ schedule: RunSchedule,
    version: Int? = nil,
    in place: QueuePlace? = nil
  ) async throws -> Bool {
    let typed = try registered(workflow, version)
    return try await set(schedule, name, of: typed.definition, input: nil, place)
  }

  private func set(
    _ schedule: RunSchedule,
    _ name: String,
    of definition: WorkflowVersion,
    input: Data?,
    _ place: QueuePlace?
  ) async throws -> Bool {
    try place?.requireShortNames()
    // The runs have the name of the schedule and a time.
    try NameTooLong.check(name, of: "schedule", limit: NameTooLong.identifierLimit - 21)
    var input = input
    if let new = input {
      // Stores compare data.
      let known = try await settings.store.schedules().first { $0.name == name }?.input
      if let known, areInputsEqual(of: definition, known, new) { input = known }
    }
    let stored = StoredSchedule(
      name: name,
      workflow: definition.workflow,
      version: definition.version,
      input: input,
      rule: try JSONRunCodec().encode(schedule),
      place: try place.map { try JSONRunCodec().encode(ScheduledPlace($0)) },
      next: try schedule.next(after: settings.store.date(at: await settings.store.now))
    )
    let isNew = try await settings.store.setSchedule(stored)
    claims.wake()
    return isNew
  }

  /// Ends a schedule.
  ///
  /// The runs that it has submitted continue.
  ///
  /// - Parameter name: The name of the schedule.
  /// - Returns: Whether there was one.
  /// - Throws: An error from the store.
  @discardableResult
  public func removeSchedule(_ name: String) async throws -> Bool {
    try await settings.store.removeSchedule(name)
  }

  /// Pauses a schedule: it submits no runs until you resume it.
  ///
  /// The store keeps the pause, also when a process replaces the schedule by one of the same name.
  ///
  /// - Parameter name: The name of the schedule.
  /// - Returns: Whether there is one.
  /// - Throws: ``UnsupportedByStore``, or an error from the store.
  @discardableResult
  public func pause(schedule name: String) async throws -> Bool {
    try await settings.store.setPaused(true, ofSchedule: name)
  }

  /// Resumes a schedule that was paused.
  ///
  /// It goes on with the next of its times. Those in the pause are not caught up.
  ///
  /// - Parameter name: The name of the schedule.
  /// - Returns: Whether there is one.
  /// - Throws: ``UnsupportedByStore``, or an error from the store.
  @discardableResult
  public func resume(schedule name: String) async throws -> Bool {
    let exists = try await settings.store.setPaused(false, ofSchedule: name)
    // Now, so that everybody sees if no process submits the next run.
    let unplanned = try await settings.store.schedules()
      .filter { $0.name == name && $0.next == StoredSchedule.unplanned }
    await fire(unplanned, now: try await settings.store.now)
    claims.wake()
    return exists
  }

  /// Submits a run of a schedule now, also if the schedule is paused.
  ///
  /// The times of the schedule stay as they are. The run has the input and the place of those that
  /// the schedule submits, and the present time in its identifier.
  ///
  /// - Parameter name: The name of the schedule.
  /// - Returns: The identifier of the run, or of the one that has its key and stays; `nil` if there
  ///   is no such schedule.
  /// - Throws: Errors from the codec and the store.
  @discardableResult
  public func trigger(schedule name: String) async throws -> String? {
    guard let stored = try await settings.store.schedules().first(where: { $0.name == name })
    else { return nil }
    let time = settings.store.date(at: try await settings.store.now)
    let run = try run(of: stored, at: time)
    let answers = try await submit([run])
    return if case .taken(by: let other)? = answers.first { other } else { run.id }
  }

  /// Returns the schedules of the store, in the order of their names.
  ///
  /// - Returns: The schedules.
  /// - Throws: An error from the store.
  public func schedules() async throws -> [ScheduleSummary] {
    try await settings.store.schedules().map { stored in
      ScheduleSummary(
        name: stored.name,
        workflow: stored.workflow,
        version: stored.version,
        schedule: try? JSONRunCodec().decode(RunSchedule.self, from: stored.rule),
        next: stored.next,
        isPaused: stored.isPaused
      )
    }
  }

  /// Submits the runs of schedules that are due.
  func fire(_ schedules: [StoredSchedule], now: StoreTime) async {
    let date = settings.store.date(at: now)
    for stored in schedules {
      do {
        let schedule = try JSONRunCodec().decode(RunSchedule.self, from: stored.rule)
        let (times, next) =
          stored.next == StoredSchedule.unplanned
          ? ([], try schedule.next(after: date))
          : try schedule.due(from: stored.next ?? date, until: date)
        let firing = ScheduleFiring(
          schedule: stored.name,
          revision: stored.revision,
          runs: try times.map { try run(of: stored, at: $0) },
          next: next
        )
        guard let answers = try await settings.store.fire(firing) else { continue }
        if stored.next == StoredSchedule.unplanned { continue }
        let runs = zip(firing.runs, answers).filter { $1 == .new }.map(\.0.id)
        settings.report(.scheduled(schedule: stored.name, runs: runs))
      } catch {
        settings.report(.scheduleFailed(schedule: stored.name, error: error))
        continue
      }
      claims.wake()
    }
  }

  private func run(of stored: StoredSchedule, at time: StoreTime) throws -> RunSubmission {
    let encoded = { [codec = settings.codec] in
      try codec.encode(ScheduledTime(schedule: stored.name, at: time))
    }
    let input = try stored.input ?? encoded()
    let id = ScheduledTime.run(of: stored.name, at: time)
    var submission = RunSubmission(
      id: id,
      workflow: stored.workflow,
      version: stored.version,
      input: input,
      place: try stored.place.map {
        try JSONRunCodec().decode(ScheduledPlace.self, from: $0).place
      }
    )
    let known = settings.workflows[submission.definition]
    submission.records[.signals] = known.map(\.signals.record) ?? DeclaredSignals.unknown
    return submission
  }
}

/// A summary of a schedule in a list.
public struct ScheduleSummary: Hashable, Sendable, Identifiable {
  /// The name of the schedule.
  public let name: String
  /// The name of the workflow of its runs.
  public let workflow: String
  /// The version of that workflow.
  public let version: Int
  /// The times of the schedule; `nil` if a newer version of this package has written them in
  /// another format.
  public let schedule: RunSchedule?
  /// The next time at which the schedule is due, in milliseconds since 1970; `nil` for never again.
  public let next: StoreTime?
  /// Whether the schedule submits no runs until it is resumed.
  public let isPaused: Bool

  /// The name.
  public var id: String { name }
}
