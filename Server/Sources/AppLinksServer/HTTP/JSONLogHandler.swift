import Foundation
import JSONValues
package import Logging

/// Logs one JSON object per line on standard error, for programs that collect logs.
package struct JSONLogHandler: LogHandler {
  package var logLevel = Logger.Level.info
  package var metadata: Logger.Metadata = [:]
  private let label: String
  private let write: @Sendable (_ line: String) -> Void

  package init(
    label: String,
    write: @escaping @Sendable (_ line: String) -> Void = { line in
      try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    }
  ) {
    self.label = label
    self.write = write
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    var members: [String: JSONValue] = [
      "time": .string(Date().formatted(.iso8601.time(includingFractionalSeconds: true))),
      "level": .string(event.level.rawValue), "logger": .string(label),
      "message": .string("\(event.message)"),
    ]
    for (key, value) in metadata.merging(event.metadata ?? [:], uniquingKeysWith: { $1 }) {
      members[members[key] == nil ? key : "metadata.\(key)"] = .string("\(value)")
    }
    write(JSONValue.object(members).text + "\n")
  }
}
