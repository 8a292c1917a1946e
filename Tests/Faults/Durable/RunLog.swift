#if SQLite || PostgreSQL
import Foundation

/// What the steps of runs have done in all processes: a line for each time.
struct RunLog: Sendable {
  struct Line: Codable, Hashable {
    let step: String
    let run: Int
    /// A number of this execution, which is part of the output of the step.
    let token: Int
    /// The numbers of the executions before it, as the input tells them.
    let seen: [String: Int]
    let key: String
    let process: Int32

    /// A process has noticed that another one has a run.
    static func lost(_ run: Int) -> Line {
      Line(step: "lost", run: run, token: 0, seen: [:], key: "", process: getpid())
    }

    /// A process was ended.
    static func ended(_ process: Int32) -> Line {
      Line(step: "ended", run: 0, token: 0, seen: [:], key: "", process: process)
    }
  }

  let file: URL

  /// Adds a line with one write, which the end of the process does not tear.
  func note(_ line: Line) throws {
    let text = try JSONEncoder().encode(line) + Data("\n".utf8)
    let descriptor = open(file.path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    let count = text.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count != text.count { throw POSIXError(.EIO) }
  }

  /// Returns the lines behind a number of bytes, and how many bytes there are.
  func lines(behind start: Int = 0) throws -> ([Line], Int) {
    guard FileManager.default.fileExists(atPath: file.path) else { return ([], 0) }
    let data = try Data(contentsOf: file)
    let lines = try data.dropFirst(start).split(separator: UInt8(ascii: "\n"))
      .map { try JSONDecoder().decode(Line.self, from: $0) }
    return (lines, data.count)
  }
}
#endif
