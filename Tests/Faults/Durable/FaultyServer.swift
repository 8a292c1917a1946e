#if PostgreSQL
import DurableWorkflowsPostgreSQL
import Foundation

/// The processes of a scenario.
final class Fleet {
  let trial: Trial
  let bench: DurableBench
  let server: FaultyServer
  var workers: [ChildProcess] = []
  /// The clock of the workers, if it jumps.
  var clock: SharedClock?

  init(trial: Trial, bench: DurableBench, server: FaultyServer) {
    self.trial = trial
    self.bench = bench
    self.server = server
  }
}

/// A server of its own, which ends with this process.
final class FaultyServer {
  let url: String
  let folder: URL
  /// Whose end ends the server.
  private let input = Pipe()
  private let database: LibPQDatabase

  /// Where a server may be: a socket has to have a short path, which anybody may enter.
  static func newFolder() -> URL {
    URL(filePath: "/tmp/tenon-faults-\(UUID().uuidString.prefix(8))")
  }

  /// Starts a server; `nil` where there is none.
  init?(in folder: URL = newFolder()) throws {
    guard let script = ProcessInfo.processInfo.environment["FAULTS_POSTGRESQL"] else { return nil }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/bash")
    self.folder = folder
    process.arguments = [script, self.folder.path]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    url = line.trimmingCharacters(in: .whitespacesAndNewlines)
    if url.isEmpty { return nil }
    database = try LibPQDatabase(url)
  }

  func control(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = folder.appending(path: "ctl")
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
  }

  /// Whether the server runs.
  var isRunning: Bool {
    get throws {
      let process = Process()
      process.executableURL = folder.appending(path: "ctl")
      process.arguments = ["status"]
      try process.run()
      process.waitUntilExit()
      return process.terminationStatus == 0
    }
  }

  /// The URL of the same server over a socket in another folder.
  func url(at other: URL) -> String {
    func escaped(_ url: URL) -> String { url.path.replacing("/", with: "%2F") }
    return url.replacing(escaped(folder), with: escaped(other))
  }

  /// The processes of the connections.
  func backends() async throws -> [Int32] {
    try await database.query(
      """
      SELECT pid FROM pg_stat_activity
      WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
      """
    ).compactMap { $0[0].integer.map(Int32.init) }
  }

  func terminateBackends() async throws -> Int {
    try await database.query(
      """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
      """
    ).count
  }
}
#endif
