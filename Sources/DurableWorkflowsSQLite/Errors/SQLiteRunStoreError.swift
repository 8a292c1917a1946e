#if SQLite
public import Foundation
internal import GRDB

/// An error that reports that a store in a file cannot be opened or that an operation failed.
///
/// The store never deletes or repairs a file. The bytes of a refused file are unchanged.
public struct SQLiteRunStoreError: Error, Hashable, Sendable {
  /// The reason of the error.
  public enum Reason: Hashable, Sendable {
    /// Another process holds a lock on the file.
    case busy
    /// The database that the store was opened with was closed.
    case closed
    /// SQLite finds errors in the file.
    case damaged
    /// The file is a database of other software.
    case foreign
    /// The disk is full. Nothing of the operation was written.
    case full
    /// The file was moved, replaced or deleted after it was opened.
    case moved
    /// A name contains the character U+0000, which SQLite does not store.
    case nameWithNull
    /// A newer version of this package has written the file.
    case newer
    /// The file is not an SQLite database.
    case notADatabase
    /// The SQLite version of this system is too old.
    case outdatedLibrary
    /// The file or its folder is not writable.
    case readOnly
    /// The database is suspended because the app is suspended; the operation can be retried later.
    case suspended
    /// The file cannot be opened or created.
    case unreachable
    /// SQLite reports an error with another code.
    case other(code: Int)
  }

  /// The reason of the error.
  public let reason: Reason
  /// The path of the file.
  public let file: String
  /// The message of the system; empty if there is none.
  public let detail: String

  init(_ reason: Reason, file: String, detail: String = "") {
    self.reason = reason
    self.file = file
    self.detail = detail
  }
}

extension SQLiteRunStoreError: CustomStringConvertible {
  /// A message that describes the problem, the file, and how to solve it.
  public var description: String {
    let said = detail.isEmpty ? "" : " (\(detail))"
    return "The store of runs '\(file)' \(problem)\(said). \(advice)"
  }

  private var problem: String {
    switch reason {
    case .busy: "is locked by another process"
    case .closed: "was closed"
    case .damaged: "is damaged"
    case .foreign: "is a database of something else"
    case .full: "has no room to grow: the disk is full"
    case .moved: "is no longer the file that was opened: that one was moved, replaced or deleted"
    case .nameWithNull: "does not keep names with the character U+0000"
    case .newer: "was written by a newer version of Tenon"
    case .notADatabase: "is no database of SQLite"
    case .outdatedLibrary: "needs SQLite \(RunSchema.minimumLibrary) or later"
    case .readOnly: "cannot be written to"
    case .suspended: "is suspended"
    case .unreachable: "cannot be opened"
    case .other(code: let code): "has failed with code \(code) of SQLite"
    }
  }

  private var advice: String {
    switch reason {
    case .busy:
      "Try again. If it stays so, look for a process that keeps a transaction open."
    case .closed: "Stop the work on runs before you close the database."
    case .damaged:
      "Nothing was changed. Keep the file and those beside it, and restore a copy, or recover what "
        + "is left with '.recover' of the tool sqlite3."
    case .foreign:
      "Nothing was changed. Choose another file, or open the store with a GRDB database that you "
        + "have opened yourself, to keep the runs beside your tables."
    case .full: "What was written before is kept. Make room and try again."
    case .moved:
      "Nothing of this operation was written. Open the store again, or move the file back, which has "
        + "what was written before, with those beside it."
    case .nameWithNull: "Choose other names for runs, steps, workers and signals."
    case .newer: "Nothing was changed. Open it with that version, or a later one."
    case .notADatabase:
      "Nothing was changed. Choose another file, or restore a copy if this was the file of a store."
    case .outdatedLibrary: "Update SQLite on this system."
    case .readOnly:
      "Give this user the right to write to the file and its folder, and check that the volume is "
        + "not read-only."
    case .suspended: "Try again when the app is active."
    case .unreachable: "Check that the folder exists, and that this user may open the file."
    case .other: "It is not known whether the operation was done. Try again."
    }
  }
}

extension SQLiteRunStoreError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension SQLiteRunStoreError {
  /// Converts an error of SQLite to an error of the store; returns other errors unchanged.
  static func from(_ error: any Error, file: String) -> any Error {
    guard let error = error as? DatabaseError else { return error }
    // A full disk has this code if the file that the processes share cannot be created.
    let isFull = error.extendedResultCode == .SQLITE_IOERR_SHMSIZE
    let reason = isFull ? .full : reason(error.resultCode)
    // The message of SQLite for a connection that is closed is about memory.
    return Self(reason, file: file, detail: reason == .closed ? "" : error.message ?? "")
  }

  private static func reason(_ code: ResultCode) -> Reason {
    switch code {
    case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
    // GRDB has this code for a closed connection.
    case .SQLITE_MISUSE: .closed
    case .SQLITE_CORRUPT: .damaged
    case .SQLITE_FULL: .full
    case .SQLITE_NOTADB: .notADatabase
    case .SQLITE_READONLY: .readOnly
    case .SQLITE_INTERRUPT, .SQLITE_ABORT: .suspended
    case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: .unreachable
    default: .other(code: Int(code.rawValue))
    }
  }
}
#endif
