import AllocationCounter

/// Counts calls to the allocator, in every thread of the process, made while some work runs.
public enum AllocationCounting {
  /// Whether this build can count: on glibc, without a sanitizer.
  public static var isAvailable: Bool { allocation_counter_is_available() }

  /// The number of allocations made during the work, or nil where they cannot be counted.
  ///
  /// Anything else that runs in the process is counted as well; two counts at once would disturb
  /// each other.
  public static func count(_ work: () -> Void) -> UInt64? {
    guard isAvailable else { return nil }
    allocation_counter_start()
    work()
    return allocation_counter_stop()
  }

  /// The bytes of what some work has allocated and not freed again, or nil where they cannot be
  /// counted.
  ///
  /// - Parameter work: Keeps what it makes somewhere outside.
  /// - Returns: Usable bytes of the blocks that are left.
  public static func liveBytes(after work: () -> Void) -> Int64? {
    guard isAvailable else { return nil }
    allocation_counter_start()
    work()
    let bytes = allocation_counter_live_bytes()
    _ = allocation_counter_stop()
    return bytes
  }
}
