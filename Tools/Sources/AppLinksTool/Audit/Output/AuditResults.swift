import AppLinksPublishing
import Foundation
import ToolSupport

/// The findings of an audit so far, and its output.
struct AuditResults {
  private(set) var counts = AuditCounts()

  private let writer: any AuditWriter
  private let filter: AuditFilter
  private let keepsRecords: Bool
  private var records: [AuditRecord] = []

  init(writer: any AuditWriter, filter: AuditFilter, format: AuditFormat) {
    self.writer = writer
    self.filter = filter
    keepsRecords = !format.isImmediate
  }

  /// Adds a record, and returns the text to print about it now.
  mutating func add(_ record: AuditRecord) -> String {
    var (record, known) = filter.filtered(record)
    record.page = nil
    counts.add(record)
    counts.known += known
    if keepsRecords { records.append(record) }
    return writer.text(record)
  }

  /// Adds findings that a comparison of all pages has made, by URL, and returns the text to print
  /// about them now.
  mutating func add(_ comparison: [(url: String, findings: [LintFinding])]) -> String {
    let places = Dictionary(records.enumerated().map { ($1.url, $0) }) { first, _ in first }
    var text = ""
    for (url, findings) in comparison where !findings.isEmpty {
      let (record, known) = filter.filtered(AuditRecord(url: url, findings: findings))
      counts.add(record.findings)
      counts.known += known
      if let place = places[url] { records[place].findings += record.findings }
      text += writer.text(record)
    }
    return text
  }

  /// Returns the text at the end.
  ///
  /// - Parameters:
  ///   - order: The pages in the order of the audit.
  ///   - isCut: Whether there were more pages than the limit.
  ///   - isStrict: Whether warnings count as errors.
  /// - Returns: The text.
  func end(order: [String], isCut: Bool, isStrict: Bool) -> String {
    let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
    let sorted = records.enumerated().sorted { left, right in
      let (first, second) = (left.element, right.element)
      if first.isFile != second.isFile { return first.isFile }
      if first.isFile, first.url != second.url { return first.url < second.url }
      return (places[first.url] ?? -1, left.offset) < (places[second.url] ?? -1, right.offset)
    }
    return writer.end(
      AuditSummary(
        counts: counts,
        records: sorted.map(\.element),
        isCut: isCut,
        isStrict: isStrict
      )
    )
  }

  /// Returns the exit code.
  func code(isStrict: Bool) -> Int32 {
    if counts.unread > 0 { return ToolError.Code.failed.rawValue }
    let hasFailed = counts.count(.error) > 0 || isStrict && counts.count(.warning) > 0
    return hasFailed ? ToolError.Code.negative.rawValue : 0
  }
}

/// The destination of the output of an audit.
struct AuditSink {
  private let console: Console
  private let file: (handle: FileHandle, path: String)?

  /// Opens a destination.
  ///
  /// - Parameters:
  ///   - path: The path of a file, or `nil` for standard output.
  ///   - console: The console.
  /// - Throws: A ``ToolError`` if the file cannot be written.
  init(_ path: String?, _ console: Console) throws(ToolError) {
    self.console = console
    guard let path else {
      file = nil
      return
    }
    do {
      try Data().write(to: URL(filePath: path))
      file = (try FileHandle(forWritingTo: URL(filePath: path)), path)
    } catch {
      throw ToolError(.failed, "'\(path)' could not be written: \(SystemReason(error)).")
    }
  }

  func write(_ text: String) throws(ToolError) {
    guard let file else { return try console.write(text) }
    do {
      try file.handle.write(contentsOf: Data(text.utf8))
    } catch {
      throw ToolError(.failed, "'\(file.path)' could not be written: \(SystemReason(error)).")
    }
  }
}
