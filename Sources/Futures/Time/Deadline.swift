/// The time by which the current task has to be done.
///
/// ```swift
/// let page = try await withTimeout(.seconds(2)) {
///   print(Deadline.current?.remaining ?? .zero)  // 2 seconds, or less
///   return try await client.page(url)
/// }
/// ```
///
/// ``withTimeout(_:clock:_:)-8lgyx`` sets it for its work, as a task-local value. Where several are
/// nested, the one that ends first counts. It tells how much time is left; the work is cancelled by
/// `withTimeout` itself. ``withRetry(_:clock:_:)->Value`` does not begin a pause that would end
/// later. ``Future/retry(_:clock:cancellation:_:)`` does: others may wait for its result.
///
/// A load of ``SharedLoads`` goes on for all who wait for it, and a closure of `map` runs in no
/// scope. They have no deadline from the code around them.
public struct Deadline: Sendable {
  @TaskLocal private static var bound: Deadline?

  /// That of the current task; `nil` without a time limit, or with one of 292 years or more.
  public static var current: Deadline? {
    guard let bound, let here = CurrentScope.surroundings, here.scope != nil,
      here.work === bound.work
    else { return nil }
    return bound
  }

  private let clock: any Clock<Duration>
  private let end: any InstantProtocol<Duration>
  /// The load that the limited work is a part of.
  ///
  /// Work with other callers, and code that runs in no scope, such as the closure of a `map`, may
  /// have the task-local value of a task with a limit, but does not end with it.
  private let work = CurrentScope.work

  private init<Time: Clock>(after limit: Duration, clock: Time) where Time.Duration == Duration {
    self.clock = clock
    end = clock.now.advanced(by: limit)
  }

  /// How much time is left; zero once the time is up.
  public var remaining: Duration { max(.zero, remaining(by: clock)) }

  private func remaining<Time: Clock>(by clock: Time) -> Duration
  where Time.Duration == Duration {
    guard let end = end as? Time.Instant else { return .zero }
    return clock.now.duration(to: end)
  }

  /// Calls a closure with a deadline for the tasks that it starts, unless theirs ends earlier.
  @usableFromInline
  static func with<Result>(
    _ limit: Duration,
    _ clock: any Clock<Duration>,
    _ body: () throws -> Result
  ) rethrows -> Result {
    if limit >= .longestTimer { return try body() }
    if let current, current.remaining <= limit { return try body() }
    return try $bound.withValue(Deadline(after: limit, clock: clock), operation: body)
  }
}
