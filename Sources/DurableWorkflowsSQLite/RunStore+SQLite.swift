#if SQLite
@_spi(Stores) public import DurableWorkflows
public import Foundation
public import GRDB

extension RunStore {
  /// Opens a store of durable runs in a file, for one machine, and creates the file if it does not
  /// exist.
  ///
  /// ```swift
  /// let file = folder.appending(path: "runs.sqlite")
  /// let store = try await RunStore.sqlite(at: file)
  /// ```
  ///
  /// Several processes on one machine may use the file at the same time; SQLite does not share
  /// files over a network. A file that this method creates is readable only by its owner. If the
  /// date of the machine is set, durations go on as if nothing had happened, also while no process
  /// runs. Only a start of the machine makes the store rely on the date for the time that has
  /// passed. Waits until a date, and schedules, follow the date.
  ///
  /// An operation is atomic, and is carried out even if the calling task is cancelled, because a
  /// cancelled worker still has to record what it has done. It waits for the disk unless the
  /// options say otherwise. Operations that arrive while one waits share the next transaction and
  /// wait together.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - options: Options for the use of the file.
  /// - Returns: The store.
  /// - Throws: `SQLiteRunStoreError` if the file is damaged, locked, read-only, belongs to other
  ///   software, or cannot be opened. The bytes of the file are then unchanged.
  public static func sqlite(
    at file: URL,
    options: SQLiteRunStoreOptions = SQLiteRunStoreOptions()
  ) async throws -> RunStore {
    RunStore(try await SQLiteRunStore(at: file, options: options))
  }

  /// Opens a store of durable runs in a file that is only read, as by a tool that shows runs.
  ///
  /// - Parameter file: The file.
  /// - Returns: The store. Operations that write throw `SQLiteRunStoreError`.
  /// - Throws: `SQLiteRunStoreError` if the file does not exist, has no runs, or cannot be opened.
  @_spi(Stores) public static func sqlite(reading file: URL) async throws -> RunStore {
    RunStore(try await SQLiteRunStore(reading: file))
  }

  /// Opens a store of durable runs in a database that you have opened.
  ///
  /// To submit a run in the transaction that writes your data, open the store with your own GRDB
  /// database: afterward, either both exist or neither does.
  ///
  /// ```swift
  /// let store = try await RunStore.sqlite(database)
  /// try await database.write { db in
  ///   try order.insert(db)
  ///   let run = try runs.submission(
  ///     of: fulfil,
  ///     id: order.id,
  ///     input: order
  ///   )
  ///   _ = try store.submit(run, in: db)
  /// }
  /// ```
  ///
  /// The names of the store's tables begin with `tenon_`. The configuration of your database
  /// determines how long an operation waits for other processes and what survives a power failure:
  /// set a `busyMode`, and execute `PRAGMA synchronous = FULL` after you open a pool.
  ///
  /// - Parameter database: A database pool or a database queue.
  /// - Returns: The store.
  /// - Throws: `SQLiteRunStoreError` if the tables were written by a newer version, or the database
  ///   is read-only.
  public static func sqlite(_ database: any DatabaseWriter) async throws -> RunStore {
    RunStore(try await SQLiteRunStore(database))
  }

  /// Adds a run in your own transaction unless a run with its identifier already exists.
  ///
  /// The run exists only if you commit the transaction. Workers find it when they next poll.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - db: The database that the store was opened with, in a write transaction.
  /// - Returns: Whether the run is new, and if not, whether it is the same.
  /// - Throws: ``/DurableWorkflows/UnsupportedByStore`` if the store is not in SQLite, or an error
  ///   from the database. In either case, nothing of the run was written.
  public func submit(_ run: RunSubmission, in db: Database) throws -> SubmissionAnswer {
    guard let storage = storage as? SQLiteRunStore else {
      throw UnsupportedByStore(operation: "runs in transactions of SQLite")
    }
    return try storage.submit(run, in: db)
  }
}
#endif
