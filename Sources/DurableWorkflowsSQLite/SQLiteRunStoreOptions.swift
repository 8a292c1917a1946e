#if SQLite
extension SQLiteRunStore {
  /// How a store treats its file.
  public struct Options: Hashable, Sendable {
    /// What is kept if the machine loses power.
    public enum Durability: Hashable, Sendable {
      /// All writes that were answered: each of them waits for the disk.
      case full
      /// All but the last writes, and the file stays intact.
      ///
      /// The end of the process alone loses nothing. Writes are several times as fast.
      case normal
    }

    /// What is kept if the machine loses power.
    public var durability: Durability
    /// How long an operation waits for other processes that use the file.
    public var busyTimeout: Duration
    /// Whether the file is checked for damage before it is used, in a time linear in its size.
    public var checksForDamage: Bool

    /// Creates options.
    ///
    /// - Parameters:
    ///   - durability: What is kept if the machine loses power.
    ///   - busyTimeout: How long an operation waits for other processes that use the file.
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
}
#endif
