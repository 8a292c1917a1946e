#if SQLite
import Foundation
import GRDB

/// The writes of a run of ten steps, made by a bare loop: the same rows in the same tables, in as
/// many transactions, with statements that are compiled once.
///
/// The loop reads nothing, encodes nothing, and has no lease, clock or task.
struct BareLoop {
  let database: DatabasePool

  func runOneAfterAnother(from first: Int, count: Int) throws {
    for number in first..<first + count {
      let run = try submit(number)
      try claim([run])
      for step in 0..<TenSteps.count - 1 { try record(step, of: run, isLast: false) }
      try record(TenSteps.count - 1, of: run, isLast: true)
    }
  }

  func runAtOnce(from first: Int, count: Int) throws {
    let runs = try (first..<first + count).map(submit)
    try claim(runs)
    for step in 0..<TenSteps.count {
      for run in runs { try record(step, of: run, isLast: step == TenSteps.count - 1) }
    }
  }

  private func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try database.writeWithoutTransaction { db in
      var value: Value?
      try db.inTransaction(.immediate) {
        value = try body(db)
        return .commit
      }
      return value!
    }
  }

  private func submit(_ number: Int) throws -> Int64 {
    try write { db in
      try db.cachedStatement(
        sql: """
          INSERT INTO tenon_runs (id, workflow, version, submitted, deadline, state, due, epoch, lease, \
          fruitless, cancelled, sequence, undoing) \
          VALUES (?, 'ten steps', 1, ?, NULL, 0, ?, 0, 0, 0, 0, 0, 0)
          """
      ).execute(arguments: ["run-\(number)", number, number])
      let run = db.lastInsertedRowID
      try db.cachedStatement(sql: "INSERT INTO tenon_inputs (run, value) VALUES (?, ?)")
        .execute(arguments: [run, Data("\(number)".utf8)])
      return run
    }
  }

  private func claim(_ runs: [Int64]) throws {
    try write { db in
      for run in runs {
        try db.cachedStatement(
          sql: """
            UPDATE tenon_runs SET state = 1, due = ?, until = ?, worker = ?, epoch = epoch + 1, \
            lease = 30000, fruitless = 1 WHERE run = ?
            """
        ).execute(arguments: [run, run, "A worker with a name as long as that of a process", run])
      }
    }
  }

  private func record(_ step: Int, of run: Int64, isLast: Bool) throws {
    try write { db in
      try db.cachedStatement(
        sql: """
          INSERT INTO tenon_records (run, path, compensated, sequence, time, took, type, value) \
          VALUES (?, ?, 0, ?, ?, 0, 'Int', ?)
          """
      ).execute(
        arguments: [run, "/ten steps/step \(step)", step, step, Data("\(run)".utf8)]
      )
      if isLast {
        try db.cachedStatement(sql: "INSERT INTO tenon_ends (run, value) VALUES (?, ?)")
          .execute(arguments: [run, Data("\(run)".utf8)])
        try db.cachedStatement(
          sql: """
            UPDATE tenon_runs SET state = 2, due = NULL, until = NULL, ended = ?, token = ?, \
            sequence = ? WHERE run = ?
            """
        ).execute(arguments: [step, step, step, run])
      } else {
        try db.cachedStatement(
          sql:
            "UPDATE tenon_runs SET until = ?, token = ?, sequence = ?, fruitless = 0 WHERE run = ?"
        ).execute(arguments: [step, step, step, run])
      }
    }
  }
}
#endif
