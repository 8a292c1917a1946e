internal import Foundation

extension RunSettings {
  /// Throws if a run could not read a signal, as far as this process knows.
  func check(_ data: Data, _ signal: String, of run: String, _ row: RunStorage.Row) throws {
    guard let workflow = workflows[row.definition] else {
      return try row.requireDeclared(signal, of: run)
    }
    try workflow.signals.check(data, signal, of: run, row, codec)
  }

  /// Throws if a signal has a name that is too long or a value that is too large.
  func requireSmall(_ data: Data, _ signal: String) throws {
    try NameTooLong.check(signal, of: "signal")
    let limit = options.maxRecordSize
    if data.count > limit {
      throw OutputTooLarge(step: "signal \(signal)", size: data.count, limit: limit)
    }
  }
}
