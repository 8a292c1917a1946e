#if PostgreSQL
import DurableWorkflowsPostgreSQL
import Foundation
import Synchronization

/// A server of PostgreSQL that ends with the process of the tests.
final class TestServer: Sendable {
  /// The one that tests share; a failure where there is none, whose reason the standard error has.
  static let shared = Result { try TestServer() }

  static var isThere: Bool { (try? shared.get()) != nil }

  struct Missing: Error {}

  /// The URL of the server, with a password.
  let url: String
  private let databases = Mutex(0)
  /// Whose end ends the server.
  private let input: FileHandle

  private init() throws {
    let script = URL(filePath: #filePath).resolvingSymlinksInPath()
      .appending(path: "../../../../../scripts/postgresql.sh").standardizedFileURL
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = [script.path]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    self.input = input.fileHandleForWriting
    // It says one line, when it can be used.
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    url = line.trimmingCharacters(in: .whitespacesAndNewlines)
    if url.isEmpty { throw Missing() }
  }

  /// Creates a database without tables, and returns its URL.
  func makeDatabase() async throws -> String {
    let number = databases.withLock { number in
      number += 1
      return number
    }
    let server = try LibPQDatabase(url)
    defer { server.close() }
    try await server.query("CREATE DATABASE test_\(number)", [])
    return url.replacing("/postgres?", with: "/test_\(number)?")
  }
}
#endif
