#if canImport(Combine) || OpenCombine
#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif
public import Futures

/// A scheduler that runs actions on an execution context.
///
/// ```swift
/// prices.receive(on: ExecutionContext.main.scheduler).sink { price in
///   show(price)
/// }
/// ```
///
/// Actions run in the order in which they were scheduled if the context is serial. Each clock has
/// its own time, so use only schedulers of the same clock together.
public struct ContextScheduler: Scheduler, Sendable {
  /// The scheduler has no options.
  public typealias SchedulerOptions = Never

  private let context: ExecutionContext
  private let clock: any Clock<Duration>
  private let time: Stopwatch

  /// Creates a scheduler.
  ///
  /// - Parameters:
  ///   - context: The context on which actions run.
  ///   - clock: The clock that measures times.
  public init(_ context: ExecutionContext, clock: any Clock<Duration> = ContinuousClock()) {
    self.context = context
    self.clock = clock
    time = Stopwatch(clock)
  }

  /// The time since the scheduler was created.
  public var now: SchedulerTime { SchedulerTime(time.now()) }

  /// Zero.
  public var minimumTolerance: SchedulerTime.Stride { .zero }

  /// Runs an action as soon as possible.
  ///
  /// - Parameters:
  ///   - options: None.
  ///   - action: The action.
  public func schedule(options: Never?, _ action: @escaping () -> Void) {
    let action = Handoff(action)
    context { action.value() }
  }

  /// Runs an action at a given time.
  ///
  /// - Parameters:
  ///   - date: When to run the action. If the time has passed, the action runs as soon as possible.
  ///   - tolerance: Not used.
  ///   - options: None.
  ///   - action: The action.
  public func schedule(
    after date: SchedulerTime,
    tolerance: SchedulerTime.Stride,
    options: Never?,
    _ action: @escaping () -> Void
  ) {
    let action = Handoff(action)
    start(at: date, .never) { action.value() }
  }

  /// Runs an action repeatedly.
  ///
  /// - Parameters:
  ///   - date: When to run the action for the first time.
  ///   - interval: The time between two runs. If it is zero or negative, the action runs once.
  ///   - tolerance: Not used.
  ///   - options: None.
  ///   - action: The action.
  /// - Returns: An object that stops the action when it is cancelled or released.
  public func schedule(
    after date: SchedulerTime,
    interval: SchedulerTime.Stride,
    tolerance: SchedulerTime.Stride,
    options: Never?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    let source = CancellationSource()
    let action = Handoff(action)
    repeatAction(action, at: date, every: interval, source.token)
    return AnyCancellable { source.cancel() }
  }

  private func repeatAction(
    _ action: Handoff<() -> Void>,
    at date: SchedulerTime,
    every interval: SchedulerTime.Stride,
    _ token: CancellationToken
  ) {
    start(at: date, token) {
      action.value()
      if interval > .zero && !token.isCancelled {
        repeatAction(action, at: date.advanced(by: interval), every: interval, token)
      }
    }
  }

  private func start(
    at date: SchedulerTime,
    _ token: CancellationToken,
    _ body: @escaping @Sendable () -> Void
  ) {
    let delay = now.distance(to: date).duration
    Futures.Future<Void, any Error>.after(delay, clock: clock, cancellation: token)
      .on(context).onSuccess(cancellation: token) { _ in body() }
  }
}

extension ExecutionContext {
  /// A scheduler that runs actions on this context.
  public var scheduler: ContextScheduler { ContextScheduler(self) }

  /// Returns a context that runs closures on a scheduler of a publisher library.
  ///
  /// - Parameter scheduler: The scheduler, which must run every action passed to it.
  /// - Returns: The context.
  public static func scheduler<Base: Scheduler & SendableMetatype>(
    _ scheduler: Base
  ) -> ExecutionContext {
    let scheduler = Handoff(scheduler)
    return .custom("scheduler") { job in scheduler.value.schedule { job() } }
  }
}
#endif
