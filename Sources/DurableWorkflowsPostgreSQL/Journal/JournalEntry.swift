#if PostgreSQL
@_spi(Stores) internal import DurableWorkflows
internal import Foundation
internal import Workflows

/// A row of the journal of a run, before it is written.
struct JournalEntry: Sendable {
  let kind: JournalKind
  var path: String?
  var type: String?
  var flag: Bool?
  var number: Int?
  var other: Int?
  var value: Data?

  init(_ change: RunChange<Data>) {
    switch change {
    case .record(let path, let value, let type, let isCompensated, let took):
      kind = .record
      self.path = path.description
      self.type = Kept.text(type)
      flag = isCompensated
      number = took
      self.value = value
    case .begin(let path): (kind, self.path) = (.begin, path.description)
    case .failed(let path): (kind, self.path) = (.failed, path.description)
    case .wait(let path, for: let time, until: _):
      (kind, self.path, number) = (.wait, path.description, time.map(Kept.duration))
    case .limit(let path, until: let due):
      (kind, self.path, number) = (.limit, path.description, due)
    case .attempt(let path, failed: let failed, pause: let pause):
      (kind, self.path, number) = (.attempt, path.description, failed)
      other = Kept.duration(pause)
    case .undo(let failure):
      kind = .undo
      flag = false
      if case .error(type: let type, message: let message) = failure {
        self.type = Kept.text(type)
        value = Data(message.utf8)
        flag = true
      }
    case .undone(let path, hasSucceeded: let hasSucceeded):
      (kind, self.path, flag) = (.undone, path.description, hasSucceeded)
    case .tag(let name, let value): (kind, path, type) = (.tag, name, value.map(Kept.text))
    case .restart: kind = .restart
    }
  }

  /// Creates an entry for a record that a run is submitted with.
  init(_ record: RunRow<Data>.Record, at path: RecordPath) {
    kind = .given
    self.path = path.description
    type = Kept.text(record.type)
    flag = record.isCompensated
    number = record.took
    other = record.sequence
    value = record.value
  }

  static let columns = """
    kind smallint, path text, type text, flag boolean, number bigint, other bigint, value bytea
    """

  /// The columns of the entry.
  var columns: [PostgreSQLValue] {
    [
      .integer(kind.rawValue), PostgreSQLValue(path), PostgreSQLValue(type),
      flag.map(PostgreSQLValue.boolean) ?? .null, PostgreSQLValue(number), PostgreSQLValue(other),
      PostgreSQLValue(value),
    ]
  }

  /// Returns the columns of entries as arrays, for `unnest`.
  static func parameters(_ entries: [JournalEntry]) -> [PostgreSQLValue] {
    let rows = entries.map(\.columns)
    return (0..<7).map { column in .array(rows.lazy.map { $0[column] }) }
  }
}

/// The values that PostgreSQL can store.
enum Kept {
  /// Returns the part of a message that PostgreSQL can store.
  static func text(_ message: String) -> String {
    message.utf8.contains(0) ? message.replacing("\0", with: "\u{FFFD}") : message
  }

  /// Returns a duration whose sum with the time of a store does not overflow.
  static func duration(_ milliseconds: Int) -> Int {
    let limit = 1 << 53
    return min(max(milliseconds, -limit), limit)
  }

  /// Throws if PostgreSQL would refuse a name.
  static func requireWhole(_ names: String?...) throws {
    if names.contains(where: { $0?.utf8.contains(0) ?? false }) {
      throw PostgreSQLError(.nullCharacter)
    }
  }
}
#endif
