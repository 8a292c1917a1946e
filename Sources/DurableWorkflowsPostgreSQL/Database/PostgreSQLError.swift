#if PostgreSQL
public import Foundation

/// An error that reports that a database cannot be reached or used, or that a statement failed.
///
/// It contains no password and no values of parameters.
public struct PostgreSQLError: Error, Hashable, Sendable {
  /// The reason of the error.
  public enum Reason: Hashable, Sendable {
    /// The server commits without waiting for its disk, so it may lose what it has recorded.
    case asynchronousCommit
    /// The database has been closed with `close()`.
    case closed
    /// The connection was lost during a commit: the transaction may or may not have been committed.
    case commitInDoubt
    /// The connection was lost: the statement may or may not have been executed.
    case connectionLost
    /// The result that the database sent does not match the statement.
    case foreign
    /// libpq does not understand the URL.
    case invalidURL
    /// A newer version of this package has written the tables.
    case newer
    /// A text contains the character U+0000, which PostgreSQL does not store.
    case nullCharacter
    /// The server is too old.
    case outdatedServer
    /// The server accepts no writes.
    case readOnly
    /// The server refused the statement; ``PostgreSQLError/sqlState`` says why.
    case refused
    /// There was no answer within the timeout: the statement may or may not have been executed.
    case timedOut
    /// No connection could be established.
    case unreachable
    /// The encoding of the database is not UTF-8.
    case unsuitableEncoding
  }

  /// The reason of the error.
  public let reason: Reason
  /// The SQLSTATE code of the server; `nil` if the error does not come from the server.
  public let sqlState: String?
  /// The address of the database, without a password; empty if unknown.
  public let database: String
  /// The message of the server or the system; empty if there is none.
  public let detail: String

  /// Creates an error, for use in your own driver.
  ///
  /// - Parameters:
  ///   - reason: The reason of the error.
  ///   - sqlState: The SQLSTATE code of the server.
  ///   - database: The address of the database, without a password.
  ///   - detail: The message of the server or the system, without values and passwords.
  public init(
    _ reason: Reason,
    sqlState: String? = nil,
    database: String = "",
    detail: String = ""
  ) {
    self.reason = reason
    self.sqlState = sqlState
    self.database = database
    self.detail = detail
  }
}

extension PostgreSQLError: CustomStringConvertible {
  /// A message that describes the problem, the database, and how to solve it.
  public var description: String {
    let place = database.isEmpty ? "" : " '\(database)'"
    let said = [sqlState.map { "SQLSTATE \($0)" }, detail.isEmpty ? nil : detail]
      .compactMap(\.self).joined(separator: ": ")
    return "The database\(place) \(problem)\(said.isEmpty ? "" : " (\(said))"). \(advice)"
  }

  private var problem: String {
    switch reason {
    case .asynchronousCommit: "commits without waiting for its disk"
    case .closed: "was closed"
    case .commitInDoubt: "was lost while a transaction was committed"
    case .connectionLost: "was lost while a statement was executed"
    case .foreign: "has other tables than those of this package"
    case .invalidURL: "has a URL that libpq does not understand"
    case .newer: "has tables of a newer version of Tenon"
    case .nullCharacter: "does not keep texts with the character U+0000"
    case .outdatedServer: "runs on a server that is too old"
    case .readOnly: "cannot be written to"
    case .refused: "has refused a statement"
    case .timedOut: "has not answered in time"
    case .unreachable: "cannot be reached"
    case .unsuitableEncoding: "has another encoding than UTF-8"
    }
  }

  private var advice: String {
    switch reason {
    case .asynchronousCommit:
      "Set 'synchronous_commit' to 'on' for the role or the database of the runs."
    case .closed: "Open it again."
    case .commitInDoubt: "It is not known whether it was. Look, and repeat what is missing."
    case .connectionLost, .timedOut: "It is not known whether it was executed. Try again."
    case .foreign: "Nothing was changed. Choose another schema for the runs."
    case .invalidURL:
      "Write it as 'postgresql://user@host:5432/database?sslmode=verify-full', with characters such "
        + "as '@' and '/' in names and passwords as '%40' and '%2F'."
    case .newer: "Nothing was changed. Open it with that version, or a later one."
    case .nullCharacter: "Choose other names for runs, steps, workers and signals."
    case .outdatedServer: "Use a later version of PostgreSQL."
    case .readOnly: "Connect to the primary server, for instance with 'target_session_attrs'."
    case .refused where sqlState == "42501":
      "Grant the role the rights that it lacks, or connect as one that has them."
    case .refused: "See the log of the server."
    case .unreachable: "Check that the server runs, its address, the user and the password."
    case .unsuitableEncoding: "Create the database with the encoding UTF8."
    }
  }
}

extension PostgreSQLError: LocalizedError {
  /// The description of the error.
  public var errorDescription: String? { description }
}

extension PostgreSQLError {
  /// Whether the transaction conflicted with another one, so that nothing was done and it can be
  /// repeated.
  var isConflict: Bool { sqlState == "40001" || sqlState == "40P01" }

  /// Returns this error with a database, unless it names one.
  func of(_ database: String) -> PostgreSQLError {
    if !self.database.isEmpty { return self }
    return PostgreSQLError(reason, sqlState: sqlState, database: database, detail: detail)
  }

  /// Whether the statement may or may not have taken effect.
  var isInDoubt: Bool {
    switch reason {
    case .commitInDoubt, .connectionLost, .timedOut: true
    default: false
    }
  }
}
#endif
