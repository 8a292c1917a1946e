#if SQLite
import BenchmarkHarness
import Foundation

/// The same runs with DBOS for Python, in a separate process.
struct DBOSRuns: Decodable, CustomStringConvertible {
  let journal: String
  let synchronous: String
  /// Runs per second, one after another.
  let one: Double
  /// Runs per second, all at once.
  let many: Double

  var description: String {
    "DBOS with journal \(journal), synchronous \(synchronous): \(fixed(one, digits: 1)), "
      + "\(fixed(many, digits: 1)) at once"
  }

  /// Runs the script, or returns `nil` if it fails.
  ///
  /// With a value for `synchronous`, DBOS has a write-ahead log; without one, it uses SQLite's
  /// defaults.
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
