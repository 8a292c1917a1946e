#if SQLite
import Foundation

/// The same runs with DBOS for Python, in a process of its own.
struct DBOSRuns: Decodable {
  let journal: String
  let synchronous: String
  /// Runs per second.
  let oneAfterAnother: Double
  /// Runs per second.
  let atOnce: Double

  /// Runs the script; `nil` if it has failed.
  ///
  /// - Parameter synchronous: The value of the pragma, with a write-ahead log; `nil` for DBOS as it
  ///   comes.
  static func measure(
    _ script: String,
    in folder: URL,
    oneAfterAnother: Int,
    atOnce: Int,
    synchronous: String?
  ) throws -> DBOSRuns? {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["python3", script, folder.path(percentEncoded: false), "\(oneAfterAnother)", "\(atOnce)"]
      + (synchronous.map { [$0] } ?? [])
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
    guard let last = lines.last else { return nil }
    return try JSONDecoder().decode(DBOSRuns.self, from: Data(last.utf8))
  }
}
#endif
