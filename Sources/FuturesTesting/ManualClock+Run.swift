public import Futures

extension ManualClock {
  /// Fires timer after timer until a future has settled.
  ///
  /// ```swift
  /// // Retries after 1, 2, 4 … seconds.
  /// let title = catalogue.patientTitle(of: "1")
  /// try clock.run(until: title)
  /// #expect(title.currentValue == "Emma")
  /// ```
  ///
  /// Timers fire one after another on this thread, in the order of their deadlines, and the time
  /// advances to each. This does not observe the outcome: a failure that the test does not observe
  /// either is reported to `Diagnostics`.
  ///
  /// If you pass a context, its jobs run first: a timer fires only when no job is left, so the time
  /// does not advance while there is work. This makes code with tasks deterministic, provided that
  /// all of them are started inside ``ManualContext/capture(_:)``:
  ///
  /// ```swift
  /// let run = manual.capture { workflow.start() }
  /// try clock.run(until: run.future, on: manual)
  /// ```
  ///
  /// Work that the timers and jobs start is captured, too.
  ///
  /// - Parameters:
  ///   - future: The future to wait for. A future that has settled requires no step.
  ///   - context: A context whose jobs run before each timer.
  ///   - limit: The longest time to advance by.
  ///   - maxSteps: The most timers to fire and jobs to run.
  /// - Throws: ``Stalled`` if a limit is reached, or if nothing is scheduled while the future is
  ///   pending. Scheduled timers and jobs remain.
  public func run<Value, Failure: Error>(
    until future: Future<Value, Failure>,
    on context: ManualContext? = nil,
    within limit: Duration = .seconds(86_400),
    maxSteps: Int = 10_000
  ) throws(Stalled) {
    var course = Course(self, context, limit: limit, maxSteps: maxSteps, wanted: "\(future)")
    while !future.isSettled {
      if let reason = try course.step() { throw course.stalled(reason) }
    }
  }

  /// Fires timer after timer until a future has settled, and waits for timers of other tasks.
  ///
  /// Use this for code that starts its timers in tasks, such as the steps of a workflow. Whenever a
  /// timer is pending, the time advances to it; otherwise this waits for one, or for the future to
  /// settle.
  ///
  /// Without a context, a timer may fire while a task is still running, which is the wrong moment
  /// for a time limit on that task. Capture the tasks with ``ManualContext/capture(_:)`` and pass
  /// the context: then the time does not advance while one of them has work, there or on the main
  /// actor. The main actor must not be blocked during the wait.
  ///
  /// - Parameters:
  ///   - future: The future to wait for. A future that has settled requires no step.
  ///   - context: A context whose jobs run before each timer.
  ///   - limit: The longest time to advance by.
  ///   - maxSteps: The most timers to fire and jobs to run.
  ///   - patience: The longest wait in real time for a timer or a job. It matters only if none
  ///     appears.
  /// - Throws: ``Stalled`` if a limit is reached, or if nothing happens for `patience`;
  ///   `CancellationError` if the task is cancelled. Scheduled timers and jobs remain.
  public nonisolated(nonsending) func run<Value, Failure: Error>(
    until future: Future<Value, Failure>,
    on context: ManualContext? = nil,
    within limit: Duration = .seconds(86_400),
    maxSteps: Int = 10_000,
    patience: Duration = .seconds(300)
  ) async throws {
    var course = Course(self, context, limit: limit, maxSteps: maxSteps, wanted: "\(future)")
    let settled = Promise<Void, any Error>()
    future.onSettled { settled.succeed() }
    while !future.isSettled {
      try Task.checkCancellation()
      if try course.runJob() { continue }
      // Work that waits for the actor of the test runs first, and so does the work of captured
      // tasks on the main actor, which is queued before this job.
      await Task.yield()
      if context != nil { await MainActor.run {} }
      if future.isSettled || course.hasJobs { continue }
      guard let reason = try course.step() else { continue }
      guard let arrivals = course.arrivals() else { continue }
      defer { for arrival in arrivals { arrival.cancel() } }
      do {
        try await (arrivals + [settled.future]).firstCompleted().wait(upTo: patience)
      } catch is TimeoutError {
        throw course.stalled(
          reason == .nothingIsScheduled ? .nothingHappens(within: patience) : reason
        )
      }
    }
  }
}

/// The course of a clock until a future settles.
private struct Course {
  let clock: ManualClock
  let context: ManualContext?
  let limit: Duration
  let end: ManualClock.Instant
  let maxSteps: Int
  let wanted: String
  var steps = 0

  init(
    _ clock: ManualClock,
    _ context: ManualContext?,
    limit: Duration,
    maxSteps: Int,
    wanted: String
  ) {
    self.clock = clock
    self.context = context
    self.limit = limit
    end = clock.now.advanced(by: max(.zero, limit))
    self.maxSteps = maxSteps
    self.wanted = "An outcome of \(wanted)"
  }

  var hasJobs: Bool { context?.isEmpty == false }

  func stalled(_ reason: ManualClock.Stalled.Reason) -> ManualClock.Stalled {
    clock.stalled(reason, wanted, on: context)
  }

  /// Runs the next job, or else fires the next timer.
  ///
  /// - Returns: Why no timer fires; `nil` if something ran.
  mutating func step() throws(ManualClock.Stalled) -> ManualClock.Stalled.Reason? {
    if try runJob() { return nil }
    if let job = clock.nextJob(until: end) {
      try count()
      capturing(job)
      return nil
    }
    return clock.pendingTimers.isEmpty ? .nothingIsScheduled : .timeLimit(duration: limit)
  }

  /// Runs the next job of the context.
  ///
  /// - Returns: Whether there was one.
  mutating func runJob() throws(ManualClock.Stalled) -> Bool {
    guard let context, !context.isEmpty else { return false }
    try count()
    return capturing { context.runNext() }
  }

  private mutating func count() throws(ManualClock.Stalled) {
    if steps >= maxSteps { throw stalled(.stepLimit(count: maxSteps)) }
    steps += 1
  }

  private func capturing<Result>(_ body: () -> Result) -> Result {
    context?.capture(body) ?? body()
  }

  /// Returns futures of which one succeeds when a job or a timer appears; `nil` if there already is
  /// one.
  func arrivals() -> [Future<Void, any Error>]? {
    let end = end
    guard let timer = clock.arrival({ timers in timers.first.map { $0 <= end } ?? false }) else {
      return nil
    }
    guard let context else { return [timer] }
    return context.arrival(of: 1).map { job in [timer, job] }
  }
}
