public import Futures

extension ManualClock {
  /// Moves from timer to timer until a future has settled.
  ///
  /// ```swift
  /// let title = catalogue.patientTitle(of: "1")  // retries after 1, 2, 4 … seconds
  /// try clock.run(until: title)
  /// #expect(title.value == "Emma")
  /// ```
  ///
  /// Timers fire one after another on this thread, in the order of their deadlines, and time moves
  /// on to each. This does not look at the outcome: a failure that the test does not look at either
  /// is reported to `Diagnostics`.
  ///
  /// With a context, its jobs run first: a timer fires only when none is left, so that time stands
  /// still while there is something to do. That takes the luck out of code with tasks, as long as
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
  ///   - future: The future to wait for. One that has settled needs no step.
  ///   - context: A context whose jobs to run, before each timer.
  ///   - limit: How far time may move.
  ///   - maxSteps: How many timers may fire and jobs may run.
  /// - Throws: ``Stalled`` if a limit is reached, or if nothing is scheduled while the future is
  ///   pending. What was scheduled still is.
  public func run<Value, Failure: Error>(
    until future: Future<Value, Failure>,
    on context: ManualContext? = nil,
    within limit: Duration = .seconds(86_400),
    maxSteps: Int = 10_000
  ) throws(Stalled) {
    var course = Course(self, context, limit: limit, maxSteps: maxSteps, wanted: "\(future)")
    while !future.isCompleted {
      if let reason = try course.step() { throw course.stalled(reason) }
    }
  }

  /// Moves from timer to timer until a future has settled, and waits for timers of other tasks.
  ///
  /// For code that starts its timers in tasks, such as the steps of a workflow. Whenever a timer is
  /// pending, time moves on to it; while none is, this waits for one, or for the future to settle.
  ///
  /// Without a context, a timer fires although a task may still be at work, which is the wrong
  /// moment for a time limit on that work. Take the tasks over with ``ManualContext/capture(_:)``
  /// and pass the context: then time stands still as long as one of them has something to do.
  ///
  /// - Parameters:
  ///   - future: The future to wait for. One that has settled needs no step.
  ///   - context: A context whose jobs to run, before each timer.
  ///   - limit: How far time may move.
  ///   - maxSteps: How many timers may fire and jobs may run.
  ///   - patience: How long to wait for a timer or a job, in real time. It only matters where none
  ///     comes.
  /// - Throws: ``Stalled`` if a limit is reached, or if nothing happens for `patience`;
  ///   `CancellationError` if the task is cancelled meanwhile. What was scheduled still is.
  public nonisolated(nonsending) func run<Value, Failure: Error>(
    until future: Future<Value, Failure>,
    on context: ManualContext? = nil,
    within limit: Duration = .seconds(86_400),
    maxSteps: Int = 10_000,
    patience: Duration = .seconds(60)
  ) async throws {
    var course = Course(self, context, limit: limit, maxSteps: maxSteps, wanted: "\(future)")
    let settled = Promise<Void, any Error>()
    future.onSettled(on: .inline) { settled.succeed() }
    while !future.isCompleted {
      try Task.checkCancellation()
      if try course.runJob() { continue }
      // What waits for the actor of the test goes first, the main actor above all.
      await Task.yield()
      if future.isCompleted || course.hasJobs { continue }
      guard let reason = try course.step() else { continue }
      guard let arrivals = course.arrivals() else { continue }
      defer { for arrival in arrivals { arrival.cancel() } }
      do {
        try await (arrivals + [settled.future]).firstCompleted().wait(upTo: patience)
      } catch is TimeoutError {
        throw course.stalled(reason == .nothingIsScheduled ? .nothingHappens(within: patience) : reason)
      }
    }
  }
}

/// The way of a clock to the end of a future.
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
  /// - Returns: Why there is none to fire; `nil` if something ran.
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

  /// Futures of which one succeeds when there is a job to run or a timer to fire, or `nil` if there
  /// is one.
  func arrivals() -> [Future<Void, any Error>]? {
    let end = end
    guard let timer = clock.arrival({ timers in timers.first.map { $0 <= end } ?? false }) else {
      return nil
    }
    guard let context else { return [timer] }
    return context.arrival(of: 1).map { job in [timer, job] }
  }
}
