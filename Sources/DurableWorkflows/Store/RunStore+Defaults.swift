extension RunStore {
  /// Adds a run, and then gives runs to a worker.
  public func submit(
    _ run: RunSubmission,
    claiming request: ClaimRequest
  ) async throws -> (SubmissionAnswer, ClaimAnswer) {
    (try await submit(run), try await claim(request))
  }

  /// `false`: a store without an implementation keeps no queues.
  public var keepsQueues: Bool { false }

  /// Adds the runs one after another, each in a write of its own.
  public func submit(_ runs: [RunSubmission]) async throws -> [SubmissionAnswer] {
    var answers: [SubmissionAnswer] = []
    for run in runs { answers.append(try await submit(run)) }
    return answers
  }

  /// Throws ``UnsupportedByStore``.
  public func setSchedule(_ schedule: StoredSchedule) async throws -> Bool {
    throw UnsupportedByStore(operation: "schedules")
  }

  /// Throws ``UnsupportedByStore``.
  public func removeSchedule(_ name: String) async throws -> Bool {
    throw UnsupportedByStore(operation: "schedules")
  }

  /// Returns none: a store without an implementation keeps no schedules.
  public func schedules() async throws -> [StoredSchedule] { [] }

  /// Throws ``UnsupportedByStore``.
  public func fire(_ firing: ScheduleFiring) async throws -> Bool {
    throw UnsupportedByStore(operation: "schedules")
  }
}
