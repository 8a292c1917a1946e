#if PostgreSQL
import DurableWorkflowsPostgreSQL
import Foundation
import Synchronization
import TestSupport

/// A second driver, which sends statements to the program `psql` one after another.
///
/// Parameters become quoted literals, because this version of `psql` cannot bind them.
final class PsqlDatabase: PostgreSQLDatabase {
  private let process: PsqlProcess
  private let turns = Turns()

  init(_ url: String) throws { process = try PsqlProcess(url) }

  func query(_ sql: String, _ parameters: [PostgreSQLValue]) async throws -> [PostgreSQLRow] {
    await turns.take()
    defer { turns.giveBack() }
    return try await process.query(sql, parameters)
  }

  func transaction<Value: Sendable>(
    _ body: @Sendable (any PostgreSQLSession) async throws -> Value
  ) async throws -> Value {
    await turns.take()
    defer { turns.giveBack() }
    _ = try await process.query("BEGIN ISOLATION LEVEL READ COMMITTED", [])
    do {
      let value = try await body(process)
      _ = try await process.query("COMMIT", [])
      return value
    } catch {
      _ = try await process.query("ROLLBACK", [])
      throw error
    }
  }

  /// Lets one caller at a time use the process.
  private final class Turns: Sendable {
    private let state = Mutex<(isTaken: Bool, waiting: [CheckedContinuation<Void, Never>])>(
      (false, [])
    )

    func take() async {
      await withCheckedContinuation { continuation in
        let isFree = state.withLock { state in
          if state.isTaken { state.waiting.append(continuation) }
          defer { state.isTaken = true }
          return !state.isTaken
        }
        if isFree { continuation.resume() }
      }
    }

    func giveBack() {
      let next = state.withLock { state in
        if state.waiting.isEmpty { state.isTaken = false }
        return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
      }
      next?.resume()
    }
  }
}

/// A process of `psql` that reads statements and prints their rows.
final class PsqlProcess: PostgreSQLSession {
  private let input: FileHandle
  private let output: FileHandle
  /// The column types of the statements that have been described.
  private let types = Mutex<[String: [String]]>([:])

  init(_ url: String) throws {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["psql", "--no-psqlrc", "--quiet", "--no-align", "--tuples-only", url]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = output
    try process.run()
    self.input = input.fileHandleForWriting
    self.output = output.fileHandleForReading
    try self.input.write(contentsOf: Data(Self.settings.utf8))
  }

  deinit { try? input.close() }

  // No value contains these characters.
  private static let (field, row) = ("\u{1}", "\u{2}")
  private static let null = "\u{3}"
  private static let end = "\u{4}"
  private static let settings = """
    \\set VERBOSITY sqlstate
    \\pset null '\(null)'
    \\pset fieldsep '\(field)'
    \\pset recordsep '\(row)'

    """

  func query(_ sql: String, _ parameters: [PostgreSQLValue]) async throws -> [PostgreSQLRow] {
    var types = types.withLock { $0[sql] }
    if types == nil, sql.contains("SELECT") || sql.contains("RETURNING") {
      types = try await send("\(sql)\n\\gdesc").map { $0.last ?? "" }
      self.types.withLock { $0[sql] = types }
    }
    let rows = try await send(bound(sql, parameters) + ";")
    return rows.map { row in
      PostgreSQLRow(
        row.enumerated().map { column, text in
          if text == Self.null { return .null }
          switch types?[column] {
          case "bigint", "integer", "smallint":
            return Int(text).map(PostgreSQLValue.integer) ?? .null
          case "boolean": return .boolean(text == "t")
          case "bytea": return .bytes(Self.bytes(text))
          default: return .text(text)
          }
        }
      )
    }
  }

  /// Replaces parameters with literals, beginning with the last one, so that `$1` does not match
  /// `$10`.
  private func bound(_ sql: String, _ parameters: [PostgreSQLValue]) -> String {
    parameters.enumerated().reversed().reduce(sql) { sql, parameter in
      let text = parameter.element.literal
      let literal = text.map { "'\($0.replacing("'", with: "''"))'" } ?? "NULL"
      return sql.replacing("$\(parameter.offset + 1)::", with: "\(literal)::")
    }
  }

  /// Sends a command, and returns the fields of its rows.
  private func send(_ command: String) async throws -> [[String]] {
    var lines = try await onThread { [input, output] in
      try input.write(contentsOf: Data("\(command)\n\\echo '\(Self.end)'\n".utf8))
      var data = Data()
      while !data.contains(Self.end.utf8.first!) {
        let more = output.availableData
        if more.isEmpty { break }
        data += more
      }
      return data.prefix { $0 != Self.end.utf8.first! }
    }
    if lines.isEmpty { return [] }
    if lines.last == UInt8(ascii: "\n") { lines.removeLast() }
    if let state = String(decoding: lines, as: UTF8.self).firstMatch(of: /ERROR:  ([0-9A-Z]{5})/) {
      throw PostgreSQLError(.refused, sqlState: String(state.1))
    }
    // The text is split by bytes, because it may begin with a character that combines with a
    // separator.
    return lines.split(separator: Self.row.utf8.first!, omittingEmptySubsequences: false).map {
      $0.split(separator: Self.field.utf8.first!, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    }
  }

  private static func bytes(_ text: String) -> Data {
    let digits = Array(text.utf8.dropFirst(2))
    return Data(
      stride(from: 0, to: digits.count - 1, by: 2).map { index in
        UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16) ?? 0
      }
    )
  }
}
#endif
