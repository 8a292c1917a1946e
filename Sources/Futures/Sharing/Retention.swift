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
public struct Retention<Value: Sendable>: Sendable {
  @usableFromInline let count: Int
  @usableFromInline let totalCost: Int
  @usableFromInline let cost: @Sendable (Value) -> Int
  /// `nil` if all values are kept forever.
  @usableFromInline let lifetime: (@Sendable (Value) -> Duration?)?

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
  ///   - lifetime: Returns how long to keep a value, counted from the end of its load; `nil` for as
  ///     long as there is room, zero or less for not at all.
  public init(
    count: Int = .max,
    totalCost: Int = .max,
    cost: @escaping @Sendable (Value) -> Int = { _ in 0 },
    lifetime: @escaping @Sendable (Value) -> Duration?
  ) {
    self.init(count: count, totalCost: totalCost, cost: cost, optionalLifetime: lifetime)
  }

  private init(
    count: Int,
    totalCost: Int = .max,
    cost: @escaping @Sendable (Value) -> Int = { _ in 0 },
    optionalLifetime: (@Sendable (Value) -> Duration?)?
  ) {
    self.count = max(0, count)
    self.totalCost = max(0, totalCost)
    self.cost = cost
    lifetime = optionalLifetime
  }
}

extension Retention {
  /// Keeps every value until it is removed.
  public static var everything: Retention { Retention(count: .max, optionalLifetime: nil) }

  /// Keeps no value: only loads in progress are shared.
  public static var nothing: Retention { Retention(count: 0, optionalLifetime: nil) }

  /// Keeps every value for the same time.
  ///
  /// - Parameter lifetime: How long, counted from the end of the load.
  /// - Returns: The retention.
  public static func everything(for lifetime: Duration) -> Retention { .upTo(.max, for: lifetime) }

  /// Keeps a number of values, the most recently used ones.
  ///
  /// - Parameters:
  ///   - count: The most values to keep.
  ///   - lifetime: How long to keep each, counted from the end of its load; `nil` for as long as
  ///     there is room.
  /// - Returns: The retention.
  public static func upTo(_ count: Int, for lifetime: Duration? = nil) -> Retention {
    guard let lifetime else { return Retention(count: count, optionalLifetime: nil) }
    return Retention(count: count, optionalLifetime: { _ in lifetime })
  }
}
