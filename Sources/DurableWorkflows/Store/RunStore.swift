/// A store of durable runs, which survive the process that runs them.
///
/// `RunStore.sqlite(at:)` of `DurableWorkflowsSQLite` keeps runs in a file,
/// `RunStore.postgreSQL(_:)` of `DurableWorkflowsPostgreSQL` keeps them in a database, and
/// `RunStore.inMemory()` of `DurableWorkflowsTesting` keeps them as long as its process lives. Give
/// the store to ``DurableRuns``, which submits runs, works on them, and queries them.
public struct RunStore: Sendable {
  /// The operations of the store.
  @_spi(Stores) public let storage: any RunStorage

  /// Creates a store from its operations.
  @_spi(Stores) public init(_ storage: any RunStorage) { self.storage = storage }
}
