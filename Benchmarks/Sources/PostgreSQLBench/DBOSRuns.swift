#if PostgreSQL
import Foundation

/// The same runs with DBOS for Python on the same server, in a separate process.
struct DBOSRuns: Decodable {
  /// Runs per second, one after another.
  let one: Double
  /// Runs per second, all at once.
  let many: Double

  /// Runs the script, or returns `nil` if it fails.
  static func measure(_ script: String, _ url: String, _ one: Int, _ many: Int) throws -> DBOSRuns?
  {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", script, url, "\(one)", "\(many)"]
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
    guard process.terminationStatus == 0, let last = lines.last else { return nil }
    return try JSONDecoder().decode(DBOSRuns.self, from: Data(last.utf8))
  }
}
#endif
