import Foundation
import ToolSupport

/// The file in which an audit records finished pages, so that it can continue after it was killed.
///
/// Each line is a JSON value: a header, and then one record for each page. A truncated line is
/// ignored.
final class AuditState {
  /// The records of an earlier run.
  let records: [AuditRecord]

  private let path: String
  private let file: FileHandle
  private let encoder = JSONEncoder()

  private static let header = #"{"applinks-audit":1}"#

  /// Opens a file, and creates it if it does not exist.
  ///
  /// - Parameter path: The path of the file.
  /// - Throws: A ``ToolError`` if the file cannot be written or has another purpose.
  init(at path: String) throws(ToolError) {
    self.path = path
    do {
      let known = try? Data(contentsOf: URL(filePath: path))
      var kept = Data()
      var records: [AuditRecord] = []
      if let known, !known.isEmpty {
        let lines = known.split(separator: 0x0A, omittingEmptySubsequences: false)
        guard lines.first.map({ String(decoding: $0, as: UTF8.self) }) == Self.header else {
          throw ToolError(.failed, "'\(path)' is not the state of an audit. Choose another file.")
        }
        let decoder = JSONDecoder()
        // The text after the last line break is truncated.
        for line in lines.dropFirst().dropLast() {
          guard let record = try? decoder.decode(AuditRecord.self, from: Data(line)) else { break }
          records.append(record)
          kept += Data(line) + [0x0A]
        }
      }
      self.records = records
      try (Data((Self.header + "\n").utf8) + kept).write(
        to: URL(filePath: path),
        options: .atomic
      )
      file = try FileHandle(forWritingTo: URL(filePath: path))
      try file.seekToEnd()
    } catch let error as ToolError {
      throw error
    } catch {
      throw ToolError(.failed, "'\(path)' could not be written: \(SystemReason(error)).")
    }
  }

  /// Records a finished page.
  func note(_ record: AuditRecord) throws(ToolError) {
    do {
      try file.write(contentsOf: encoder.encode(record) + [0x0A])
    } catch {
      throw ToolError(.failed, "'\(path)' could not be written: \(SystemReason(error)).")
    }
  }

  /// Removes the file of an audit that has ended.
  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
