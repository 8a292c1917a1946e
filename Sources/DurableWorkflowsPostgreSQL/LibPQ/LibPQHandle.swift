#if PostgreSQL
internal import CPostgreSQL
internal import Foundation

/// A libpq connection.
///
/// It is not sendable: it never leaves the function of a thread or the lock around it, so only one
/// thread uses its pointer at a time. Pointers that libpq returns are read before the next libpq
/// call.
final class LibPQHandle {
  private let connection: OpaquePointer
  private let info: ConnectionInfo
  private let pipe: WakePipe
  /// The names of prepared statements.
  private var prepared: [PreparedKey: String] = [:]
  private var preparedCount = 0
  private static let preparedLimit = 200
  private var work: Work?
  /// Whether nothing more is sent because a statement was abandoned.
  private var isAbandoned = false

  /// What is prepared once.
  ///
  /// The server takes the types of the parameters from the first use, so a text that is executed
  /// with bytes is prepared separately.
  private struct PreparedKey: Hashable {
    let sql: String
    let types: [Oid]

    init(_ statement: LibPQStatement) {
      sql = statement.sql
      types = LibPQParameters.types(statement.parameters)
    }
  }

  /// A statement that was sent, or that will be sent once it is prepared.
  private struct Work {
    let request: Int
    /// The name under which the statement is first prepared.
    var newName: String?
    var isFlushed = false
    var answer = LibPQAnswer()
    var failure: PostgreSQLError?
    /// Whether the server no longer has the prepared statement, or not as it was prepared.
    var isOutdated = false
  }

  /// The progress of a statement.
  enum Progress {
    case waiting(for: WakePipe.Events)
    case answered(LibPQAnswer)
  }

  /// Connects to a server.
  ///
  /// - Parameters:
  ///   - info: The address of the server.
  ///   - pipe: A pipe that wakes this thread.
  ///   - deadline: The deadline.
  ///   - isClosed: A closure, called after each wake-up, that returns whether to give up.
  /// - Throws: `PostgreSQLError` if the connection cannot be established.
  init(
    _ info: ConnectionInfo,
    _ pipe: WakePipe,
    until deadline: ContinuousClock.Instant,
    isClosed: () -> Bool
  ) throws {
    // Settings after the URL override it; settings before it are defaults.
    let settings = [
      ("application_name", "tenon"), ("keepalives_idle", "30"), ("keepalives_interval", "10"),
      ("keepalives_count", "3"), ("tcp_user_timeout", "30000"), ("dbname", info.url),
      ("client_encoding", "UTF8"),
    ]
    let connection = try Self.inLibPQ(info) {
      CStrings.with(settings.map(\.0)) { keywords in
        CStrings.with(settings.map(\.1)) { values in PQconnectStartParams(keywords, values, 1) }
      }
    }
    guard let connection else { throw info.error(.unreachable, "out of memory") }
    self.connection = connection
    self.info = info
    self.pipe = pipe
    // The default notice processor writes to the standard error of the process.
    PQsetNoticeProcessor(connection, { _, _ in }, nil)
    try finishConnecting(until: deadline, isClosed: isClosed)
    PQsetnonblocking(connection, 1)
    try turnOffCompilation(until: deadline, isClosed: isClosed)
  }

  // The process may be exiting, in which case this is skipped.
  deinit { try? ExitGate.enter { PQfinish(connection) } }

  /// Calls libpq unless the process is exiting.
  private static func inLibPQ<Value>(
    _ info: ConnectionInfo,
    _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try ExitGate.enter(body)
    } catch is ExitGate.Closed {
      throw info.error(.closed, "the process exits")
    }
  }

  private func finishConnecting(
    until deadline: ContinuousClock.Instant,
    isClosed: () -> Bool
  ) throws {
    var interest = WakePipe.Events.writable
    while PQstatus(connection) != CONNECTION_BAD {
      // The socket may change after each step.
      let happened = pipe.wait(for: PQsocket(connection), interest, until: deadline)
      if isClosed() { throw info.error(.closed) }
      if ContinuousClock.now >= deadline { throw info.error(.unreachable, "no answer in time") }
      if happened.isDisjoint(with: [.readable, .writable]) { continue }
      switch try Self.inLibPQ(info, { PQconnectPoll(connection) }) {
      case PGRES_POLLING_OK: return
      case PGRES_POLLING_READING: interest = .readable
      case PGRES_POLLING_WRITING: interest = .writable
      default: throw info.error(.unreachable, message)
      }
    }
    throw info.error(.unreachable, message)
  }

  /// Has the server interpret all statements.
  ///
  /// A claim of many runs looks expensive to the planner. Compiling it takes a third of a second
  /// each time, and running it a few milliseconds. Servers before version 11 do not compile.
  private func turnOffCompilation(
    until deadline: ContinuousClock.Instant,
    isClosed: () -> Bool
  ) throws {
    let sql = "SELECT set_config(name, 'off', false) FROM pg_settings WHERE name = 'jit'"
    _ = try execute(LibPQStatement(sql: sql, deadline: deadline), stop: isClosed)
    // The numbers of requests begin anew.
    work = nil
  }

  private var message: String { PQerrorMessage(connection).map { String(cString: $0) } ?? "" }

  private func lost() -> PostgreSQLError { info.error(.connectionLost, message) }

  // MARK: - Statements

  /// Sends a statement, or the request to prepare it, unless already sent.
  ///
  /// This method does not block.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - request: A number that is unique to the request.
  /// - Returns: Whether everything was sent.
  /// - Throws: `PostgreSQLError`, in which case nothing was sent.
  func begin(_ statement: LibPQStatement, for request: Int) throws -> Bool {
    try Self.inLibPQ(info) { try beginInLibPQ(statement, request) }
  }

  private func beginInLibPQ(_ statement: LibPQStatement, _ request: Int) throws -> Bool {
    if let work, work.request == request { return work.isFlushed }
    if isAbandoned { throw lost() }
    work = Work(request: request)
    do {
      let key = statement.isPrepared ? PreparedKey(statement) : nil
      let name = key.flatMap { prepared[$0] }
      if let key, name == nil, preparedCount < Self.preparedLimit {
        try prepare(key)
      } else {
        try send(statement, preparedAs: name)
      }
    } catch {
      work = nil
      throw error
    }
    return flush()
  }

  /// Sends a statement unless already sent, and reads the part of its answer that has arrived.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - request: The number of the request.
  /// - Returns: The answer, or the events to wait for before the next call.
  /// - Throws: `PostgreSQLError` from the server, after which the connection remains usable unless
  ///   the error says otherwise, and `Abandoned`, after which the connection has to be closed.
  func proceed(_ statement: LibPQStatement, for request: Int) throws -> Progress {
    try Self.inLibPQ(info) { try proceedInLibPQ(statement, request) }
  }

  private func proceedInLibPQ(_ statement: LibPQStatement, _ request: Int) throws -> Progress {
    _ = try beginInLibPQ(statement, request)
    while true {
      if let events = try readAnswer() { return .waiting(for: events) }
      guard let done = work else { throw lost() }
      // The number stays, so that the statement is not sent again.
      work = Work(request: request, isFlushed: true)
      if PQstatus(connection) == CONNECTION_BAD {
        throw info.error(.connectionLost, sqlState: done.failure?.sqlState, message)
      }
      // It is prepared again when it is next used.
      if done.isOutdated { prepared[PreparedKey(statement)] = nil }
      if let failure = done.failure { throw failure }
      guard let name = done.newName else { return .answered(done.answer) }
      prepared[PreparedKey(statement)] = name
      preparedCount += 1
      try send(statement, preparedAs: name)
      _ = flush()
    }
  }

  /// Executes a statement and waits for its answer.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - stop: A closure, called after each wake-up, that returns whether to give up.
  /// - Returns: The answer of the server.
  /// - Throws: `PostgreSQLError`, and `Abandoned`, after which the connection has to be closed.
  func execute(_ statement: LibPQStatement, stop: () -> Bool) throws -> LibPQAnswer {
    let request = (work?.request ?? 0) + 1
    while true {
      switch try proceed(statement, for: request) {
      case .answered(let answer): return answer
      case .waiting(let events):
        let happened = pipe.wait(for: socket, events, until: statement.deadline)
        if stop() { throw info.error(.closed) }
        if happened.contains(.readable) { receive() }
        if statement.isLate { throw info.error(.timedOut) }
      }
    }
  }

  /// Begins to prepare a statement that is used often.
  private func prepare(_ key: PreparedKey) throws {
    let name = "tenon_\(preparedCount + 1)"
    work?.newName = name
    if PQsendPrepare(connection, name, key.sql, Int32(key.types.count), key.types) == 0 {
      throw lost()
    }
  }

  private func send(_ statement: LibPQStatement, preparedAs name: String?) throws {
    let parameters = try LibPQParameters(statement.parameters, info)
    let isSent = parameters.withPointers { values, lengths, formats in
      let count = Int32(parameters.count)
      return if let name {
        PQsendQueryPrepared(connection, name, count, values, lengths, formats, 0)
      } else {
        PQsendQueryParams(
          connection,
          statement.sql,
          count,
          parameters.types,
          values,
          lengths,
          formats,
          0
        )
      }
    }
    if isSent == 0 { throw lost() }
  }

  /// - Returns: Whether nothing is left to be sent.
  private func flush() -> Bool {
    let isFlushed = PQflush(connection) <= 0
    work?.isFlushed = isFlushed
    return isFlushed
  }

  /// Reads the available results.
  ///
  /// - Returns: The events to wait for; `nil` after the last result.
  private func readAnswer() throws -> WakePipe.Events? {
    // If the connection is lost, the reason may be among the results.
    if work?.isFlushed == false, !flush(), isUsable { return [.readable, .writable] }
    while true {
      if PQisBusy(connection) != 0 {
        if receiveDecrypted() { continue }
        return .readable
      }
      guard let result = PQgetResult(connection) else { return nil }
      defer { PQclear(result) }
      switch PQresultStatus(result) {
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK: work?.answer = LibPQAnswer(result)
      case PGRES_EMPTY_QUERY: break
      case PGRES_FATAL_ERROR, PGRES_BAD_RESPONSE:
        if work?.failure == nil {
          work?.failure = error(of: result)
          work?.isOutdated = isOutdated(result)
        }
      default:
        // For example, COPY would never end.
        throw Abandoned(info.error(.refused, "the statement cannot be executed in this way"))
      }
    }
  }

  private func field(_ letter: Unicode.Scalar, of result: OpaquePointer) -> String? {
    PQresultErrorField(result, Int32(letter.value)).map { String(cString: $0) }
  }

  /// Whether the prepared statement was removed, by `DISCARD` for instance, or has other columns
  /// since a table was altered.
  private func isOutdated(_ result: OpaquePointer) -> Bool {
    switch field("C", of: result) {
    case "26000": true
    // The function of the server distinguishes this from everything else that is not supported.
    case "0A000": field("R", of: result) == "RevalidateCachedQuery"
    default: false
    }
  }

  private func error(of result: OpaquePointer) -> PostgreSQLError {
    let state = field("C", of: result)
    let reason: PostgreSQLError.Reason =
      switch state {
      case nil, "57P01", "57P02", "57P03": .connectionLost
      case "25006": .readOnly
      default: .refused
      }
    return info.error(reason, sqlState: state, field("M", of: result) ?? message)
  }

  /// Stops sending.
  func abandon() { isAbandoned = true }

  /// An error that reports an abandoned statement, which the server may still execute.
  struct Abandoned: Error {
    let reason: any Error

    init(_ reason: any Error) { self.reason = reason }
  }

  /// A request to cancel the statement that was abandoned; `nil` if none was.
  func cancellation() -> LibPQCancellation? { isAbandoned ? LibPQCancellation(connection) : nil }

  // MARK: - Between statements

  var isUsable: Bool { PQstatus(connection) == CONNECTION_OK }

  /// The socket, which does not change while the connection is in use.
  var socket: Int32 { PQsocket(connection) }

  /// Reads the data that the server has sent.
  func receive() {
    // If the connection has ended, the reason may be among the results.
    _ = try? ExitGate.enter { PQconsumeInput(connection) }
  }

  /// Returns the payloads of the notifications that have arrived.
  func notifications() -> [String] {
    var payloads: [String] = []
    repeat {
      while let notification = PQnotifies(connection) {
        payloads.append(notification.pointee.extra.map { String(cString: $0) } ?? "")
        PQfreemem(notification)
      }
    } while receiveDecrypted()
    return payloads
  }

  /// Reads the rest of a TLS record, of which libpq reads no more than fits into its buffer.
  ///
  /// Proxies and other servers than PostgreSQL send records of 16 kB, and libpq makes room for 8.
  ///
  /// - Returns: Whether something was read.
  private func receiveDecrypted() -> Bool {
    let isReceived = try? ExitGate.enter {
      tenon_decrypted(connection) > 0 && PQconsumeInput(connection) != 0
    }
    return isReceived ?? false
  }
}
#endif
