/// Which values a cache such as ``SharedLoads`` keeps, and for how long.
///
/// ```swift
/// let images = SharedLoads<URL, Image, any Error>(
///   keeping: .upTo(100, for: .seconds(300))
/// )
/// ```
///
/// When there is no room for another value, those that have expired are removed first, and then the
/// least recently used ones.
///
/// On `ContinuousClock` and `SuspendingClock`, a timer removes what has expired within about a
/// second, even if nobody uses the cache. On another clock, such as one for tests, there is no
/// timer: what has expired is removed when its key is requested, and as other values arrive, up to
/// 64 with each.
///
/// ## Stale values
///
/// The cache of a service should neither make its callers wait each time that a value gets old, nor
/// fail at once when what it loads from fails:
///
/// ```swift
/// let pages = SharedLoads<URL, Page, any Error>(
///   keeping: .upTo(
///     10_000,
///     for: .seconds(10),
///     stale: .seconds(60),
///     failures: .seconds(1)
///   )
/// )
/// ```
///
/// For its lifetime, here ten seconds, a value is *fresh*. For the time `stale` after that it is
/// *stale*, and then it has expired.
///
/// - A caller that finds a fresh or a stale value gets it at once. Only a caller that finds none
///   waits for a load.
/// - The first caller that finds a stale value also starts a *refresh*: a load by its own closure,
///   which nobody waits for. A closure that returns a future runs before its caller gets the stale
///   value, so it should start the work, not do it. There is one refresh of a key at a time; until
///   it ends, other callers get the stale value and start nothing.
/// - A refresh belongs to the caller that starts it, like any load: it has the task-local values of
///   that caller, or none in an object with `detached: true`. But it is not cancelled with that
///   caller or its scope, has no deadline from it, and needs no caller. It is cancelled with the
///   object, and when its value would not be kept, because another one is put or the key is
///   removed, unless it does that itself, or the object lets its loads ``AbandonPolicy/finish``.
/// - A refresh that succeeds replaces the value. If one fails, the stale value stays until it has
///   expired, and the next caller starts another refresh, though not before the time `failures` is
///   over. The failure is not reported; a caller that comes within that time, when the value has
///   expired, fails with it.
/// - A caller that comes when the value has expired joins a refresh that is still in progress, and
///   gets its outcome, even if that is a failure. From then on, the refresh is a load like any
///   other, which is cancelled with its last caller, unless the object lets it
///   ``AbandonPolicy/finish``.
///
/// ## Failures
///
/// Without the time `failures`, a failure reaches the callers that wait for its load, and the next
/// call starts another one. With it, the failure is kept for that time: a caller that finds no
/// value fails with it at once, and no load of that key starts. Cancellation is not kept. All other
/// failures are, also ``LimitExceeded`` and `TimeoutError`: up to `count` of them, beside the
/// values, and the least recently used one makes room.
public struct Retention<Value: Sendable>: Sendable {
  @usableFromInline let count: Int
  @usableFromInline let totalCost: Int
  @usableFromInline let cost: @Sendable (Value) -> Int
  /// `nil` if all values are kept forever.
  @usableFromInline let lifetime: (@Sendable (Value) -> Duration?)?
  /// How long a value is kept after its lifetime.
  @usableFromInline let staleTime: Duration
  /// How long a failure is kept.
  @usableFromInline let failureTime: Duration

  /// Creates a retention with limits that depend on the values.
  ///
  /// ```swift
  /// let pages = Retention<Page>(
  ///   totalCost: 8 << 20,
  ///   cost: { $0.data.count }
  /// ) { page in
  ///   page.maxAge
  /// }
  /// ```
  ///
  /// Both closures run once for each value, on the thread that completes its load. The compiler
  /// rejects closures that use isolated state.
  ///
  /// - Parameters:
  ///   - count: The most values to keep; 0 or less keeps none.
  ///   - totalCost: The maximum total cost of the kept values. A value that alone costs more is not
  ///     kept.
  ///   - cost: Returns the cost of a value, in a unit of your choice; less than 0 counts as 0.
  ///   - stale: How long a value is used after its lifetime, while it is refreshed.
  ///   - failures: How long a failure is kept, counted from the end of its load.
  ///   - lifetime: Returns how long a value is fresh, counted from the end of its load; `nil` for
  ///     as long as there is room, zero or less to keep it not at all, whatever `stale` is.
  public init(
    count: Int = .max,
    totalCost: Int = .max,
    cost: @escaping @Sendable (Value) -> Int = { _ in 0 },
    stale: Duration = .zero,
    failures: Duration = .zero,
    lifetime: @escaping @Sendable (Value) -> Duration?
  ) {
    self.init(
      count: count,
      totalCost: totalCost,
      cost: cost,
      stale: stale,
      failures: failures,
      optionalLifetime: lifetime
    )
  }

  private init(
    count: Int,
    totalCost: Int = .max,
    cost: @escaping @Sendable (Value) -> Int = { _ in 0 },
    stale: Duration = .zero,
    failures: Duration = .zero,
    optionalLifetime: (@Sendable (Value) -> Duration?)?
  ) {
    self.count = max(0, count)
    self.totalCost = max(0, totalCost)
    self.cost = cost
    lifetime = optionalLifetime
    // So that no sum of times overflows.
    staleTime = max(.zero, min(stale, .longestStaleTime))
    failureTime = max(.zero, failures)
  }
}

extension Retention {
  /// Keeps every value until it is removed.
  public static var everything: Retention { Retention(count: .max, optionalLifetime: nil) }

  /// Keeps no value: only loads in progress are shared.
  public static var nothing: Retention { Retention(count: 0, optionalLifetime: nil) }

  /// Keeps every value for the same time.
  ///
  /// - Parameters:
  ///   - lifetime: How long a value is fresh, counted from the end of its load.
  ///   - stale: How long a value is used after that, while it is refreshed.
  ///   - failures: How long a failure is kept, counted from the end of its load.
  /// - Returns: The retention.
  public static func everything(
    for lifetime: Duration,
    stale: Duration = .zero,
    failures: Duration = .zero
  ) -> Retention {
    .upTo(.max, for: lifetime, stale: stale, failures: failures)
  }

  /// Keeps a number of values, the most recently used ones.
  ///
  /// - Parameters:
  ///   - count: The most values to keep.
  ///   - lifetime: How long each is fresh, counted from the end of its load; `nil` for as long as
  ///     there is room.
  ///   - stale: How long a value is used after that, while it is refreshed.
  ///   - failures: How long a failure is kept, counted from the end of its load.
  /// - Returns: The retention.
  public static func upTo(
    _ count: Int,
    for lifetime: Duration? = nil,
    stale: Duration = .zero,
    failures: Duration = .zero
  ) -> Retention {
    var same: (@Sendable (Value) -> Duration?)?
    if let lifetime { same = { _ in lifetime } }
    return Retention(count: count, stale: stale, failures: failures, optionalLifetime: same)
  }
}

extension Duration {
  /// Longer than any use of a stale value.
  fileprivate static let longestStaleTime = Duration.seconds(1 << 60)
}
