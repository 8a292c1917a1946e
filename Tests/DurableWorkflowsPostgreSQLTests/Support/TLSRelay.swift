#if PostgreSQL
import Foundation

/// A process that puts TLS with large records in front of a server until this object is released.
final class TLSRelay: Sendable {
  struct Missing: Error {}

  /// Whether the programs are available.
  static let isThere = ["python3", "openssl"].allSatisfy { (try? run([$0, "version"])) != nil }

  /// The port of 127.0.0.1.
  let port: Int
  private let folder: URL
  /// Closing this pipe stops the process.
  private let input = Pipe()

  /// Starts the process.
  ///
  /// - Parameter server: The server.
  /// - Throws: `Missing` if it does not start.
  init(to server: TestServer) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (key, certificate) = (folder.appending(path: "key"), folder.appending(path: "certificate"))
    try Self.run([
      "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj",
      "/CN=localhost", "-keyout", key.path, "-out", certificate.path,
    ])
    let script = URL(filePath: #filePath).resolvingSymlinksInPath()
      .appending(path: "../../../../scripts/tls-relay.py").standardizedFileURL
    let socket = server.folder.appending(path: ".s.PGSQL.5432")
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", script.path, socket.path, certificate.path, key.path]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    // The script prints one line when it listens.
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw Missing()
    }
    self.port = port
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static func run(_ command: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    if process.terminationReason != .exit || process.terminationStatus == 127 { throw Missing() }
  }
}
#endif
