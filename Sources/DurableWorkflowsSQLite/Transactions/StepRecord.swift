#if SQLite
internal import DurableWorkflows
internal import Foundation
internal import GRDB
internal import Workflows

/// The most frequent writes, one record of a run that continues or ends with a value, as a single
/// statement.
///
/// The statement inserts into a view, whose triggers make all changes of the write. It needs no
/// other transaction, and takes a fraction of the time of the statements that the write would take
/// otherwise. The view and the triggers belong to a connection, not to the file.
struct StepRecord {
  /// Inserts the record unless there is one, or the run has to be read first.
  ///
  /// The run has to be read if the worker has lost it, the write is a repeated one, or another
  /// process is ahead in time.
  static let insertRecord = """
    INSERT INTO tenon_records (run, path, compensated, sequence, time, took, type, value) \
    SELECT run, NEW.path, NEW.compensated, sequence + 1, NEW.time, NEW.took, NEW.type, NEW.value \
    FROM tenon_runs WHERE id = NEW.run AND epoch = NEW.epoch AND state = 1 \
    AND token IS NOT NEW.token AND NOT (cancelled AND NEW.outcome IS NOT NULL) \
    AND (SELECT time FROM tenon_store) <= NEW.time \
    ON CONFLICT DO NOTHING
    """
  /// Extends the lease if the record was inserted.
  static let updateRun = """
    UPDATE tenon_runs SET until = NEW.time + lease, \(progress) \
    WHERE id = NEW.run AND changes() = 1
    """
  /// Ends the run if the record was inserted.
  static let endRun = """
    UPDATE tenon_runs SET state = 2, due = NULL, until = NULL, ended = NEW.time, key = NULL, \
    \(progress) WHERE id = NEW.run AND changes() = 1
    """
  /// Stores the value of a run that was ended.
  static let insertOutcome = """
    INSERT OR REPLACE INTO tenon_ends (run, value) \
    SELECT run, NEW.outcome FROM tenon_runs WHERE id = NEW.run AND changes() = 1
    """
  /// Removes the mark of a step that is no longer in doubt, if the run was updated.
  static let deleteMark = """
    DELETE FROM tenon_marks WHERE changes() = 1 AND path = NEW.path \
    AND run = (SELECT run FROM tenon_runs WHERE id = NEW.run AND marked = 1)
    """
  /// Stores the time if the run was updated, so that no later write has an earlier time.
  static let updateTime = """
    UPDATE tenon_store SET time = NEW.time WHERE time < NEW.time AND EXISTS \
    (SELECT 1 FROM tenon_runs WHERE id = NEW.run AND epoch = NEW.epoch AND token = NEW.token)
    """

  private static let progress = """
    fruitless = iif(NEW.progress, 0, fruitless), token = NEW.token, sequence = sequence + 1
    """

  /// Creates the view and its triggers.
  static let prepare = """
    CREATE TEMP VIEW IF NOT EXISTS tenon_steps AS SELECT NULL AS run, NULL AS epoch, \
    NULL AS token, NULL AS time, NULL AS progress, NULL AS path, NULL AS compensated, \
    NULL AS took, NULL AS type, NULL AS value, NULL AS outcome;
    CREATE TEMP TRIGGER IF NOT EXISTS tenon_step INSTEAD OF INSERT ON tenon_steps
    WHEN NEW.outcome IS NULL BEGIN
      \(insertRecord);
      \(updateRun);
      \(deleteMark);
      \(updateTime);
    END;
    CREATE TEMP TRIGGER IF NOT EXISTS tenon_last_step INSTEAD OF INSERT ON tenon_steps
    WHEN NEW.outcome IS NOT NULL BEGIN
      \(insertRecord);
      \(endRun);
      \(insertOutcome);
      \(deleteMark);
      \(updateTime);
    END;
    """

  private static let insert = """
    INSERT INTO tenon_steps \
    (run, epoch, token, time, progress, path, compensated, took, type, value, outcome) \
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ifnull(?, x''), iif(?, ifnull(?, x''), NULL))
    """

  private let write: RunWrite
  private let isProgress: Bool
  private let path: String
  private let isCompensated: Bool
  private let took: Int
  private let type: String
  private let value: Data
  /// The value of the run, if it ends.
  private let outcome: Data?

  /// Creates the record of a write, or returns `nil` if the write does something else.
  init?(_ write: RunWrite) {
    guard write.changes.count == 1, let change = write.changes.first,
      case .record(let path, let value, let type, let isCompensated, let took) = change,
      // SQLite would truncate them.
      !path.description.utf8.contains(0), !type.utf8.contains(0)
    else { return nil }
    switch write.continuation {
    case .keep: outcome = nil
    case .end(.value(let value)): outcome = value
    case .end(.failure), .park, .setAside: return nil
    }
    self.write = write
    isProgress = write.movesOn
    self.path = path.description
    self.isCompensated = isCompensated
    self.took = took
    self.type = type
    self.value = value
  }

  /// Performs the write, in a transaction of its own if none has begun.
  ///
  /// - Returns: Whether the write was performed; `false` if nothing was written, and the run has to
  ///   be read to know why.
  func insert(at time: StoreTime, into db: Database) throws -> Bool {
    let changes = db.totalChangesCount
    try db.run(
      Self.insert,
      write.run,
      write.epoch,
      write.token,
      time,
      isProgress,
      path,
      isCompensated,
      took,
      type,
      value,
      outcome != nil,
      outcome
    )
    return db.totalChangesCount > changes
  }
}
#endif
