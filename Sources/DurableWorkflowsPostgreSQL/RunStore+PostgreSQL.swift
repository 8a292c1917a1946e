#if PostgreSQL
@_spi(Stores) public import DurableWorkflows

extension RunStore {
  /// Opens a store of durable runs in a PostgreSQL database, for any number of machines, and
  /// creates its tables if they do not exist.
  ///
  /// ```swift
  /// let store = try await RunStore.postgreSQL(
  ///   "postgresql://worker@db.example.com/app?sslmode=verify-full"
  /// )
  /// let runs = try DurableRuns(store: store, workflows: [fulfil.durable()])
  /// runs.start()
  /// ```
  ///
  /// The tables are in a separate schema, which the first process creates. The store uses the time
  /// of the server: the clocks of the other machines do not matter.
  ///
  /// An operation is atomic, and is carried out even if the calling task is cancelled, because a
  /// cancelled worker still has to record what it has done. Operations that arrive while others are
  /// in progress share the next statement. A write whose answer was lost is repeated, but done only
  /// once.
  ///
  /// - Parameters:
  ///   - url: The URL of the server and the database, as libpq reads it. See ``LibPQDatabase``.
  ///   - options: Options for the use of the database.
  /// - Returns: The store.
  /// - Throws: ``PostgreSQLError`` if the server cannot be reached or used, or if its tables are
  ///   from a newer version.
  public static func postgreSQL(
    _ url: String,
    options: PostgreSQLRunStoreOptions = PostgreSQLRunStoreOptions()
  ) async throws -> RunStore {
    try await postgreSQL(LibPQDatabase(url), options: options)
  }

  /// Opens a store of durable runs in a database that you have opened, and creates its tables if
  /// they do not exist.
  ///
  /// Submit a run in the transaction that writes your data: afterward, either both exist or neither
  /// does.
  ///
  /// ```swift
  /// let store = try await RunStore.postgreSQL(database)
  /// try await database.transaction { db in
  ///   _ = try await db.query(
  ///     "INSERT INTO orders (id) VALUES ($1)", [.text(order.id)]
  ///   )
  ///   let run = try runs.submission(
  ///     of: fulfil,
  ///     id: order.id,
  ///     input: order
  ///   )
  ///   _ = try await store.submit(run, in: db)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - database: The database.
  ///   - options: Options for the use of the database.
  /// - Returns: The store.
  /// - Throws: ``PostgreSQLError`` if the server cannot be reached or used, or if its tables are
  ///   from a newer version.
  public static func postgreSQL(
    _ database: any PostgreSQLDatabase,
    options: PostgreSQLRunStoreOptions = PostgreSQLRunStoreOptions()
  ) async throws -> RunStore {
    RunStore(try await PostgreSQLRunStore(database, options: options))
  }

  /// Adds a run in your own transaction unless a run with its identifier already exists.
  ///
  /// The run exists only if you commit the transaction.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - session: A transaction of the database of the store.
  /// - Returns: Whether the run is new, and if not, whether it is the same.
  /// - Throws: ``/DurableWorkflows/UnsupportedByStore`` if the store is not in PostgreSQL, or
  ///   ``PostgreSQLError``. The transaction can then no longer be committed.
  public func submit(
    _ run: RunSubmission,
    in session: any PostgreSQLSession
  ) async throws -> SubmissionAnswer {
    guard let storage = storage as? PostgreSQLRunStore else {
      throw UnsupportedByStore(operation: "runs in transactions of PostgreSQL")
    }
    return try await storage.submit(run, in: session)
  }
}
#endif
