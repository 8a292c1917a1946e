#if PostgreSQL
import DurableWorkflowsPostgreSQL
import Foundation
import Synchronization

/// A PostgreSQL server that stops when the test process ends.
final class TestServer: Sendable {
  /// The server that tests share, or the error if there is none.
  static let shared = Result { try TestServer() }

  /// Whether the server is available; if it is not, standard error says why.
  static var isThere: Bool { (try? shared.get()) != nil }

  struct Missing: Error {}

  let folder: URL
  let url: String
  private let databases = Mutex(0)
  /// Closing this pipe stops the server.
  private let input: FileHandle

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "tenon-\(UUID().uuidString.prefix(8))"
    )
    let script = URL(filePath: #filePath).resolvingSymlinksInPath()
      .appending(path: "../../../../scripts/postgresql.sh").standardizedFileURL
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = [script.path, folder.path]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    self.input = input.fileHandleForWriting
    // The script prints one line when the server is ready.
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    url = line.trimmingCharacters(in: .whitespacesAndNewlines)
    if url.isEmpty { throw Missing() }
  }

  /// Creates a database without tables, and returns its URL.
  func makeDatabase(_ settings: String = "") async throws -> String {
    let number = databases.withLock { number in
      number += 1
      return number
    }
    let server = try LibPQDatabase(url)
    defer { server.close() }
    try await server.query("CREATE DATABASE test_\(number) \(settings)")
    return url.replacing("/postgres?", with: "/test_\(number)?")
  }

  /// Runs `pg_ctl`.
  func control(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = folder.appending(path: "ctl")
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
  }
}
#endif
