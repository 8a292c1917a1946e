import AllocationCounter

/// Counts the calls to the allocator in every thread of the process while some work runs.
public enum AllocationCounting {
  /// Whether this build can count: on glibc, without a sanitizer.
  public static var isAvailable: Bool { allocation_counter_is_available() }

  /// Returns the number of allocations made during the work, or nil where they cannot be counted.
  ///
  /// Allocations of other threads are counted as well, and two counts at the same time would
  /// disturb each other.
  public static func count(_ work: () -> Void) -> UInt64? {
    guard isAvailable else { return nil }
    allocation_counter_start()
    work()
    return allocation_counter_stop()
  }

  /// Returns the bytes that some work has allocated and not freed, or nil where they cannot be
  /// counted.
  ///
  /// - Parameter work: The work, which keeps what it creates alive outside of itself.
  /// - Returns: The usable bytes of the blocks that remain allocated.
  public static func liveBytes(after work: () -> Void) -> Int64? {
    guard isAvailable else { return nil }
    allocation_counter_start()
    work()
    let bytes = allocation_counter_live_bytes()
    _ = allocation_counter_stop()
    return bytes
  }
}
