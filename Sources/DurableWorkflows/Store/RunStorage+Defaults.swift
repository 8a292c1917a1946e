extension RunStorage {
  /// Returns the time, because the time of a store that does not implement this method is the date.
  @_spi(Stores) public func date(at time: StoreTime) -> StoreTime { time }

  /// Adds a run, and then gives runs to a worker.
  @_spi(Stores) public func submit(
    _ run: RunSubmission,
    claiming request: ClaimRequest
  ) async throws -> (SubmissionAnswer, ClaimAnswer) {
    (try await submit(run), try await claim(request))
  }

  /// `false`, because a store that does not implement this property keeps no queues.
  @_spi(Stores) public var keepsQueues: Bool { false }

  /// Adds the runs one after another, each in a separate write.
  @_spi(Stores) public func submit(_ runs: [RunSubmission]) async throws -> [SubmissionAnswer] {
    var answers: [SubmissionAnswer] = []
    for run in runs { answers.append(try await submit(run)) }
    return answers
  }

  /// Throws ``UnsupportedByStore``.
  @_spi(Stores) public func setPaused(_ isPaused: Bool, ofQueue queue: String) async throws {
    throw UnsupportedByStore(operation: "queues")
  }

  /// Throws ``UnsupportedByStore``.
  @_spi(Stores) public func setLimit(
    _ maxConcurrentRuns: Int?,
    ofQueue queue: String
  ) async throws {
    throw UnsupportedByStore(operation: "queues")
  }

  /// Returns no queues, because a store that does not implement this method keeps none.
  @_spi(Stores) public func queues() async throws -> [QueueSummary] { [] }

  /// Throws ``UnsupportedByStore``.
  @_spi(Stores) public func setSchedule(_ schedule: StoredSchedule) async throws -> Bool {
    throw UnsupportedByStore(operation: "schedules")
  }

  /// Throws ``UnsupportedByStore``.
  @_spi(Stores) public func setPaused(
    _ isPaused: Bool,
    ofSchedule name: String
  ) async throws -> Bool {
    throw UnsupportedByStore(operation: "schedules")
  }

  /// Throws ``UnsupportedByStore``.
  @_spi(Stores) public func removeSchedule(_ name: String) async throws -> Bool {
    throw UnsupportedByStore(operation: "schedules")
  }

  /// Returns no schedules, because a store that does not implement this method keeps none.
  @_spi(Stores) public func schedules() async throws -> [StoredSchedule] { [] }

  /// Throws ``UnsupportedByStore``.
  @_spi(Stores) public func fire(
    _ firing: ScheduleFiring
  ) async throws -> [SubmissionAnswer]? {
    throw UnsupportedByStore(operation: "schedules")
  }
}
