#if PostgreSQL
@_spi(Stores) internal import DurableWorkflows
internal import Foundation
internal import Workflows

extension RunOperations {
  /// Carries out writes of different runs, even if the task is cancelled.
  func commit(_ writes: [RunWrite]) async throws -> [WriteAnswer] {
    let isPlain = writes.allSatisfy(\.isPlain)
    let statement = isPlain ? statements.keep : statements.commit
    let parameters = parameters(writes, isPlain: isPlain)
    return try await repeating(isIdempotent: true) {
      let rows = try await database.queryIgnoringCancellation(statement, parameters)
      var answers: [Int: WriteAnswer] = [:]
      for row in rows {
        if let index = row[0].integer, let time = row[1].integer {
          answers[index] = .kept(at: time)
        }
      }
      let refused = writes.indices.filter { answers[$0] == nil }
      if !refused.isEmpty {
        for (index, answer) in zip(refused, try await explain(refused.map { writes[$0] })) {
          answers[index] = answer
        }
      }
      return writes.indices.map { answers[$0] ?? .lost }
    }
  }

  static func requireWhole(_ write: RunWrite) throws {
    try Kept.requireWhole(write.run)
    for change in write.changes { try Kept.requireWhole(JournalEntry(change).path) }
    if case .park(let wake) = write.continuation {
      for name in wake.signals { try Kept.requireWhole(name) }
    }
  }

  private func parameters(_ writes: [RunWrite], isPlain: Bool) -> [PostgreSQLValue] {
    var entries: [JournalEntry] = []
    var places: [(write: Int, index: Int)] = []
    for (number, write) in writes.enumerated() {
      for (index, change) in write.changes.enumerated() where !write.supersedes(index) {
        entries.append(JournalEntry(change))
        places.append((number, index + 1))
      }
    }
    let common: [PostgreSQLValue] =
      [
        .array(writes.indices.map { .integer($0) }),
        .array(writes.map { .text($0.run) }),
        .array(writes.map { .integer($0.epoch) }),
        .array(writes.map { .integer($0.token) }),
        .array(writes.map { .integer($0.changes.count) }),
        .array(writes.map { .boolean($0.movesOn) }),
        .array(places.map { .integer($0.write) }),
        .array(places.map { .integer($0.index) }),
      ] + JournalEntry.parameters(entries)
    if isPlain { return common }
    let ends = writes.map { RunEnd($0.continuation) }
    return common + [
      .array(ends.map { .integer($0.kind) }),
      .array(ends.map { PostgreSQLValue($0.due) }),
      .array(ends.map { PostgreSQLValue($0.pause) }),
      .array(ends.map { .array($0.signals.map { .text($0) }) }),
      .array(ends.map { PostgreSQLValue($0.type) }),
      .array(ends.map { PostgreSQLValue($0.message) }),
      .array(ends.map { PostgreSQLValue($0.value) }),
      .array(writes.map { .boolean($0.changes.contains(where: \.isUndo)) }),
    ]
  }

  /// Returns why writes were refused.
  private func explain(_ writes: [RunWrite]) async throws -> [WriteAnswer] {
    let rows = try await database.queryIgnoringCancellation(
      statements.explain,
      [.array(writes.map { .text($0.run) })]
    )
    let byID = Dictionary(rows.map { ($0[0].text ?? "", $0) }) { one, _ in one }
    return writes.map { write in
      guard let row = byID[write.run], row[1].integer == write.epoch else { return .lost }
      if row[2].integer == write.token { return .kept(at: row[5].integer ?? 0) }
      guard row[3].integer == RunState.running.rawValue, row[4].boolean == true,
        case .end(.value) = write.continuation
      else { return .lost }
      return .cancelled
    }
  }
}

/// What happens to a run after a write, as columns; the numbers are those in the statement.
private struct RunEnd {
  var kind: Int
  var due: Int?
  var pause: Int?
  var signals: [String] = []
  var type: String?
  var message: String?
  var value: Data?

  init(_ continuation: RunContinuation<Data>) {
    switch continuation {
    case .keep: kind = RunState.running.rawValue
    case .park(let wake):
      kind = RunState.ready.rawValue
      due = wake.due
      pause = wake.pause.map(Kept.duration)
      signals = wake.signals.sorted()
    case .end(.value(let value)):
      kind = RunState.succeeded.rawValue
      self.value = value
    case .end(.failure(.cancelled)): kind = RunState.cancelled.rawValue
    case .end(.failure(.error(type: let type, message: let message))):
      kind = RunState.failed.rawValue
      self.type = Kept.text(type)
      self.message = Kept.text(message)
    case .setAside(let reason):
      kind = RunState.setAside.rawValue
      message = Kept.text(reason)
    }
  }
}

extension RunWrite {
  /// Whether a change is a tag that a later change of the write sets anew.
  fileprivate func supersedes(_ index: Int) -> Bool {
    guard case .tag(let name, _) = changes[index] else { return false }
    return changes[(index + 1)...].contains { change in
      if case .tag(name, _) = change { true } else { false }
    }
  }

  /// Whether the worker continues and the write removes nothing.
  fileprivate var isPlain: Bool {
    guard case .keep = continuation else { return false }
    return changes.allSatisfy { change in
      switch change {
      case .attempt, .undo, .restart, .tag: false
      default: true
      }
    }
  }
}

extension RunChange {
  fileprivate var isUndo: Bool { if case .undo = self { true } else { false } }
}
#endif
