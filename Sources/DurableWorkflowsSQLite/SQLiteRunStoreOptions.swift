#if SQLite
/// Options for the use of the file of a store.
public struct SQLiteRunStoreOptions: Hashable, Sendable {
  /// What survives a power failure.
  public enum Durability: Hashable, Sendable {
    /// All acknowledged writes: each write waits for the disk.
    case full
    /// All but the most recent writes; the file stays intact.
    ///
    /// Nothing is lost if only the process ends. Writes are several times as fast. The log beside
    /// the file takes up to 16 megabytes, four times as much as with ``full``.
    case normal
  }

  /// What survives a power failure.
  public var durability: Durability
  /// The time that an operation waits for other processes that use the file.
  public var busyTimeout: Duration
  /// Whether the file is checked for damage before it is used, in a time linear in its size.
  public var checksForDamage: Bool

  /// Creates options.
  ///
  /// - Parameters:
  ///   - durability: What survives a power failure.
  ///   - busyTimeout: The time that an operation waits for other processes that use the file.
  ///   - checksForDamage: Whether the file is checked for damage before it is used, in a time
  ///     linear in its size.
  public init(
    durability: Durability = .full,
    busyTimeout: Duration = .seconds(10),
    checksForDamage: Bool = true
  ) {
    self.durability = durability
    self.busyTimeout = busyTimeout
    self.checksForDamage = checksForDamage
  }
}
#endif
