#if SQLite
internal import Dispatch
internal import Foundation
internal import GRDB

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Opens the file of a store, or throws before anything is written to it.
enum RunFile {
  // One file at a time, because closing a descriptor of a file drops the locks that the process has
  // on it.
  private static let queue = DispatchQueue(label: "tenon.SQLiteRunStore.open")

  /// Opens a file, and creates it if it does not exist.
  static func open(
    _ file: URL,
    _ options: SQLiteRunStoreOptions
  ) async throws -> DatabasePool {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try openNow(file, options) }) }
    }
  }

  /// Opens a file that is only read.
  static func openToRead(_ file: URL) async throws -> DatabaseQueue {
    let path = file.path(percentEncoded: false)
    return try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try openNowToRead(path) }) }
    }
  }

  private static func openNowToRead(_ path: String) throws -> DatabaseQueue {
    let options = SQLiteRunStoreOptions()
    var configuration = configuration(options)
    configuration.readonly = true
    do {
      return try whileBusy(options) {
        let database = try DatabaseQueue(path: path, configuration: configuration)
        // Reads the file, which opening does not.
        try database.inDatabase { _ = try $0.tableExists("tenon_store") }
        return database
      }
    } catch let error as DatabaseError
      where [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode)
      && access(path, R_OK) == 0
    {
      // Of the log, SQLite needs files beside the file also to read it.
      throw SQLiteRunStoreError(.unreachable, file: path, detail: missingLog)
    } catch {
      throw SQLiteRunStoreError.from(error, file: path)
    }
  }

  private static let missingLog =
    "no process has it open, and to read it, SQLite has to create the files '-wal' and '-shm' in "
    + "its folder, which this user may not; copy it to a folder of your own, and open the copy"

  private static func openNow(
    _ file: URL,
    _ options: SQLiteRunStoreOptions
  ) throws -> DatabasePool {
    let path = file.path(percentEncoded: false)
    guard file.isFileURL else {
      throw SQLiteRunStoreError(.unreachable, file: "\(file)", detail: "no URL of a file")
    }
    try create(path)
    try requireAccess(path)
    do {
      let isUnfinished = try whileBusy(options) { try inspect(path, options) }
      return try whileBusy(options) {
        let pool = try DatabasePool(path: path, configuration: configuration(options))
        try pool.writeWithoutTransaction { db in
          if isUnfinished { try RunSchema.inspect(db, file: path, options) }
          // After opening, because GRDB sets NORMAL while it opens the file.
          try db.execute(sql: "PRAGMA synchronous = \(options.durability == .full ? 2 : 1)")
          // Then only checkpoints of the log wait for the disk: four times fewer than by default.
          if options.durability == .normal {
            try db.execute(sql: "PRAGMA wal_autocheckpoint = 4000")
          }
          // On Apple systems, a disk may hold back writes unless it is told not to.
          try db.execute(sql: "PRAGMA fullfsync = \(options.durability == .full ? 1 : 0)")
        }
        return pool
      }
    } catch {
      throw SQLiteRunStoreError.from(error, file: path)
    }
  }

  /// Creates the file, readable only by its owner; SQLite gives the files beside it the same mode.
  private static func create(_ path: String) throws {
    #if canImport(Darwin)
    let descriptor = Darwin.open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    #elseif canImport(Glibc)
    let descriptor = Glibc.open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    #else
    let descriptor = Musl.open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    #endif
    if descriptor >= 0 {
      close(descriptor)
    } else if errno != EEXIST {
      throw error(errno, path)
    } else if URL(filePath: path).isFolder {
      throw error(EISDIR, path)
    }
  }

  /// Throws if the file cannot be written to; SQLite would open it for reading and fail later.
  private static func requireAccess(_ path: String) throws {
    let folder = URL(filePath: path).resolvingSymlinksInPath().deletingLastPathComponent()
    if access(path, R_OK | W_OK) != 0 || access(folder.path(percentEncoded: false), W_OK) != 0 {
      throw error(errno, path)
    }
  }

  private static func error(_ number: Int32, _ path: String) -> SQLiteRunStoreError {
    let isReadOnly = [EROFS, EACCES, EPERM].contains(number)
    let reason: SQLiteRunStoreError.Reason =
      isReadOnly ? .readOnly : number == ENOSPC ? .full : .unreachable
    return SQLiteRunStoreError(reason, file: path, detail: String(cString: strerror(number)))
  }

  /// Inspects a file with a connection that writes nothing.
  ///
  /// - Returns: Whether the inspection is impossible because SQLite has to roll back a transaction
  ///   of a process that has ended.
  private static func inspect(_ path: String, _ options: SQLiteRunStoreOptions) throws -> Bool {
    var configuration = configuration(options)
    configuration.readonly = true
    do {
      let database = try DatabaseQueue(path: path, configuration: configuration)
      try database.inDatabase { try RunSchema.inspect($0, file: path, options) }
      return false
    } catch let error as DatabaseError
      where [.SQLITE_READONLY_ROLLBACK, .SQLITE_READONLY_RECOVERY, .SQLITE_READONLY_CANTINIT]
      .contains(error.extendedResultCode)
    {
      return true
    }
  }

  private static func configuration(_ options: SQLiteRunStoreOptions) -> Configuration {
    var configuration = Configuration()
    configuration.label = "Tenon.SQLiteRunStore"
    // SQLite counts milliseconds in 32 bits.
    configuration.busyMode = .timeout(min(options.busyTimeout, .seconds(1_000_000)) / .seconds(1))
    // The system terminates a suspended app that holds a lock.
    configuration.observesSuspensionNotifications = true
    return configuration
  }

  /// Repeats operations that SQLite refuses immediately while others also open the file.
  private static func whileBusy<Value>(
    _ options: SQLiteRunStoreOptions,
    _ body: () throws -> Value
  ) throws -> Value {
    let end = ContinuousClock.now + options.busyTimeout
    while true {
      do {
        return try body()
      } catch let error as DatabaseError
        where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < end
      {
        usleep(10_000)
      }
    }
  }
}

extension URL {
  fileprivate var isFolder: Bool {
    (try? resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true
  }
}
#endif
