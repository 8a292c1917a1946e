/// What has happened in a ``SharedLoads`` so far.
///
/// Each call of `value` and `load` counts once: as one of ``hits``, ``staleHits``, ``failureHits``,
/// ``joins``, and ``misses``. A call of a cancelled caller, and one that fails with ``LoadCycle``,
/// do not count. The numbers only increase; for those of a minute, subtract those of the minute
/// before.
public struct LoadStatistics: Sendable, Hashable {
  /// The calls that got a fresh value at once.
  public var hits = 0
  /// The calls that got a stale value at once.
  public var staleHits = 0
  /// The calls that got a failure at once, which was kept.
  public var failureHits = 0
  /// The calls that joined a load in progress.
  public var joins = 0
  /// The calls that started a load and waited for it.
  public var misses = 0
  /// The loads that were started to replace a stale value.
  public var refreshes = 0
  /// The loads that ended with an error, such as that of their cancellation.
  public var failures = 0
  /// The time that all loads took that have ended, whatever their outcome, on the clock of the
  /// object.
  public var loadTime = Duration.zero
  /// The values that had not expired and were removed because there was no room for them.
  public var evictions = 0

  @inlinable
  init() {}
}
