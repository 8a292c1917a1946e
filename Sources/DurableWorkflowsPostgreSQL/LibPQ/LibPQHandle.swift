#if PostgreSQL
internal import CPostgreSQL
internal import Foundation

/// A connection of libpq, which belongs to the thread that has made it.
///
/// It is not sendable, and never leaves the function of its thread, so its pointer is used by one
/// thread at a time. Pointers that libpq returns are read before the next call of libpq.
final class LibPQHandle {
  private let connection: OpaquePointer
  private let info: ConnectionInfo
  private let pipe: WakePipe
  /// The names of prepared statements, by their text.
  private var prepared: [String: String] = [:]
  private static let preparedLimit = 200

  /// Why a statement is given up before it has ended.
  enum Stop { case cancelled, closed }

  /// Connects.
  ///
  /// - Parameters:
  ///   - info: How the server is reached.
  ///   - pipe: Wakes this thread.
  ///   - deadline: The latest end.
  ///   - isClosed: Whether to give up, asked after each wake-up.
  /// - Throws: `PostgreSQLError`, if there is no connection.
  init(
    _ info: ConnectionInfo,
    _ pipe: WakePipe,
    until deadline: ContinuousClock.Instant,
    isClosed: () -> Bool
  ) throws {
    // What stands behind the URL cannot be set by it; before it, it is a default.
    let settings = [
      ("application_name", "tenon"), ("keepalives_idle", "30"), ("keepalives_interval", "10"),
      ("keepalives_count", "3"), ("tcp_user_timeout", "30000"), ("dbname", info.url),
      ("client_encoding", "UTF8"),
    ]
    let connection = CStrings.with(settings.map(\.0)) { keywords in
      CStrings.with(settings.map(\.1)) { values in PQconnectStartParams(keywords, values, 1) }
    }
    guard let connection else { throw info.error(.unreachable, "out of memory") }
    self.connection = connection
    self.info = info
    self.pipe = pipe
    // The default writes to the standard error of the process.
    PQsetNoticeProcessor(connection, { _, _ in }, nil)
    try finishConnecting(until: deadline, isClosed: isClosed)
    PQsetnonblocking(connection, 1)
  }

  deinit { PQfinish(connection) }

  private func finishConnecting(
    until deadline: ContinuousClock.Instant,
    isClosed: () -> Bool
  ) throws {
    var interest = WakePipe.Events.writable
    while PQstatus(connection) != CONNECTION_BAD {
      // It may be another one after each step.
      let happened = pipe.wait(for: PQsocket(connection), interest, until: deadline)
      if isClosed() { throw info.error(.closed) }
      if ContinuousClock.now >= deadline { throw info.error(.unreachable, "no answer in time") }
      if happened.isDisjoint(with: [.readable, .writable]) { continue }
      switch PQconnectPoll(connection) {
      case PGRES_POLLING_OK: return
      case PGRES_POLLING_READING: interest = .readable
      case PGRES_POLLING_WRITING: interest = .writable
      default: throw info.error(.unreachable, message)
      }
    }
    throw info.error(.unreachable, message)
  }

  private var message: String { PQerrorMessage(connection).map { String(cString: $0) } ?? "" }

  private func lost() -> PostgreSQLError { info.error(.connectionLost, message) }

  // MARK: - Statements

  /// Executes a statement.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - stop: Asked after each wake-up, whether to give up.
  /// - Returns: The answer of the server.
  /// - Throws: `PostgreSQLError` of the server, after which the connection can be used, unless it
  ///   says otherwise; and `Abandoned`, after which the connection is to be closed.
  func execute(_ statement: LibPQStatement, stop: () -> Stop?) throws -> LibPQAnswer {
    // The wake-up may have come before.
    if case .cancelled = stop() { throw Abandoned(CancellationError()) }
    let name = try prepare(statement, stop)
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
    return try answer(isSent: isSent, statement, stop)
  }

  /// Returns the name of a statement that is used often, after it was prepared.
  private func prepare(_ statement: LibPQStatement, _ stop: () -> Stop?) throws -> String? {
    guard statement.isPrepared else { return nil }
    if let name = prepared[statement.sql] { return name }
    if prepared.count >= Self.preparedLimit { return nil }
    let name = "tenon_\(prepared.count + 1)"
    let types = LibPQParameters.types(statement.parameters)
    let isSent = PQsendPrepare(connection, name, statement.sql, Int32(types.count), types)
    _ = try answer(isSent: isSent, statement, stop)
    prepared[statement.sql] = name
    return name
  }

  private func answer(
    isSent: Int32,
    _ statement: LibPQStatement,
    _ stop: () -> Stop?
  ) throws -> LibPQAnswer {
    if isSent == 0 { throw lost() }
    while true {
      let rest = PQflush(connection)
      // Whose reason may be among the results.
      if rest <= 0 || !isUsable { break }
      try wait(for: [.readable, .writable], statement, stop)
    }
    var answer = LibPQAnswer()
    var failure: PostgreSQLError?
    while true {
      while PQisBusy(connection) != 0 { try wait(for: .readable, statement, stop) }
      guard let result = PQgetResult(connection) else { break }
      defer { PQclear(result) }
      switch PQresultStatus(result) {
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK: answer = LibPQAnswer(result)
      case PGRES_EMPTY_QUERY: break
      case PGRES_FATAL_ERROR, PGRES_BAD_RESPONSE:
        if failure == nil { failure = error(of: result) }
      default:
        // Such as COPY, which would go on for ever.
        throw Abandoned(info.error(.refused, "the statement cannot be executed in this way"))
      }
    }
    if PQstatus(connection) == CONNECTION_BAD {
      throw info.error(.connectionLost, sqlState: failure?.sqlState, message)
    }
    if let failure { throw failure }
    return answer
  }

  private func error(of result: OpaquePointer) -> PostgreSQLError {
    func field(_ letter: Unicode.Scalar) -> String? {
      PQresultErrorField(result, Int32(letter.value)).map { String(cString: $0) }
    }
    let state = field("C")
    let reason: PostgreSQLError.Reason =
      switch state {
      case nil, "57P01", "57P02", "57P03": .connectionLost
      case "25006": .readOnly
      default: .refused
      }
    return info.error(reason, sqlState: state, field("M") ?? message)
  }

  /// Waits for the server, until it is to be given up.
  private func wait(
    for events: WakePipe.Events,
    _ statement: LibPQStatement,
    _ stop: () -> Stop?
  ) throws {
    let happened = pipe.wait(for: PQsocket(connection), events, until: statement.deadline)
    switch stop() {
    case .cancelled: throw Abandoned(CancellationError())
    case .closed: throw Abandoned(info.error(.connectionLost, "the database was closed"))
    case nil: break
    }
    // If that is the end, there may be a reason among the results.
    if happened.contains(.readable) { PQconsumeInput(connection) }
    if let deadline = statement.deadline, ContinuousClock.now >= deadline {
      throw Abandoned(info.error(.timedOut))
    }
  }

  /// The statement is left, which the server may still execute.
  struct Abandoned: Error {
    let reason: any Error

    init(_ reason: any Error) { self.reason = reason }
  }

  /// Asks the server to give up the statement that is under way.
  ///
  /// It opens a connection for that, and waits. The request may reach the statement after that one,
  /// so none is sent on this connection any more.
  func requestCancellation() {
    guard let cancel = PQgetCancel(connection) else { return }
    var message = [CChar](repeating: 0, count: 256)
    PQcancel(cancel, &message, Int32(message.count))
    PQfreeCancel(cancel)
  }

  // MARK: - Between statements

  var isUsable: Bool { PQstatus(connection) == CONNECTION_OK }

  /// Waits until this thread is woken, or the server has sent something.
  ///
  /// - Returns: The payloads of notifications; `nil` if the connection is lost.
  func pause() -> [String]? {
    let happened = pipe.wait(for: PQsocket(connection), until: nil)
    guard happened.contains(.readable) else { return [] }
    // The server sends a reason before it closes the connection.
    guard PQconsumeInput(connection) != 0, isUsable else { return nil }
    return notifications()
  }

  /// Returns the payloads of notifications that have come.
  func notifications() -> [String] {
    var payloads: [String] = []
    while let notification = PQnotifies(connection) {
      payloads.append(notification.pointee.extra.map { String(cString: $0) } ?? "")
      PQfreemem(notification)
    }
    return payloads
  }
}
#endif
