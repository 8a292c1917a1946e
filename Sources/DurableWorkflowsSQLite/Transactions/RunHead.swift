#if SQLite
internal import DurableWorkflows
internal import Foundation
internal import GRDB

/// The row of a run in the table that changes with each write, without the records.
struct RunHead {
  /// The owner or outcome of the run; the raw values are those in the table.
  enum State: Int {
    case ready, running, succeeded, failed, cancelled, setAside

    var hasEnded: Bool { self == .succeeded || self == .failed || self == .cancelled }
  }

  let run: Int64
  let id: String
  let workflow: String
  let version: Int
  let submitted: StoreTime
  var deadline: StoreTime?
  var state: State
  /// The time at which a ready run is due; for a running run, a time that is not after `until`.
  var due: StoreTime?
  /// The time at which the lease ends.
  var until: StoreTime?
  var ended: StoreTime?
  var worker: String?
  var epoch: Int
  var lease: Int
  var fruitless: Int
  var isCancelRequested: Bool
  var token: Int?
  var sequence: Int
  /// Whether the run has ever had a mark.
  var isMarked: Bool
  var isUndoing: Bool
  let queue: String?
  let priority: Int
  var key: String?
  var started: StoreTime?
  /// The names of the signals that the run waits for, as JSON.
  private(set) var awaitedText: String?

  static let columns = """
    run, id, workflow, submitted, deadline, state, due, until, ended, worker, epoch, lease, \
    fruitless, cancelled, token, sequence, marked, undoing, awaited, queue, priority, key, \
    started, version
    """

  init(_ row: StatementRow) throws {
    guard let state = State(rawValue: try row.value(5)) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "A run has an unknown state.")
    }
    run = try row.value(0)
    id = try row.value(1)
    workflow = try row.value(2)
    submitted = try row.value(3)
    deadline = row[4]
    self.state = state
    due = row[6]
    until = row[7]
    ended = row[8]
    worker = row[9]
    epoch = try row.value(10)
    lease = try row.value(11)
    fruitless = try row.value(12)
    isCancelRequested = try row.value(13)
    token = row[14]
    sequence = try row.value(15)
    isMarked = try row.value(16)
    isUndoing = try row.value(17)
    awaitedText = row[18]
    queue = row[19]
    priority = try row.value(20)
    key = row[21]
    started = row[22]
    version = try row.value(23)
  }

  var awaited: Set<String> {
    get {
      guard let awaitedText else { return [] }
      return (try? JSONDecoder().decode(Set<String>.self, from: Data(awaitedText.utf8))) ?? []
    }
    set {
      let names = newValue.isEmpty ? nil : try? JSONEncoder().encode(newValue.sorted())
      awaitedText = names.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Makes the run due at a time.
  mutating func becomeReady(at time: StoreTime?) {
    state = .ready
    due = time
    until = nil
  }

  /// Takes the run away from all workers.
  mutating func leave(as state: State, ended time: StoreTime?) {
    self.state = state
    due = nil
    until = nil
    ended = time
    key = nil
  }
}

extension RunTransaction {
  private static let runOfID = "SELECT \(RunHead.columns) FROM tenon_runs WHERE id = ?"

  func head(of id: String) throws -> RunHead? {
    try db.first(Self.runOfID, [id], RunHead.init)
  }

  /// Returns a run if a worker has it with this claim.
  func owned(_ id: String, _ epoch: Int) throws -> RunHead? {
    guard let head = try head(of: id), head.epoch == epoch, head.state == .running else {
      return nil
    }
    return head
  }

  /// Writes the columns that change while a worker has the run, none of which is indexed.
  func saveProgress(_ head: RunHead) throws {
    try db.run(
      """
      UPDATE tenon_runs SET until = ?, fruitless = ?, token = ?, sequence = ?, marked = ?, \
      undoing = ? WHERE run = ? AND epoch = ? AND state = 1
      """,
      head.until,
      head.fruitless,
      head.token,
      head.sequence,
      head.isMarked,
      head.isUndoing,
      head.run,
      head.epoch
    )
  }

  func save(_ head: RunHead) throws {
    try db.run(
      """
      UPDATE tenon_runs SET deadline = ?, state = ?, due = ?, until = ?, ended = ?, worker = ?, \
      epoch = ?, lease = ?, fruitless = ?, cancelled = ?, token = ?, sequence = ?, marked = ?, \
      undoing = ?, awaited = ?, key = ?, started = ? WHERE run = ?
      """,
      head.deadline,
      head.state.rawValue,
      head.due,
      head.until,
      head.ended,
      head.worker,
      head.epoch,
      head.lease,
      head.fruitless,
      head.isCancelRequested,
      head.token,
      head.sequence,
      head.isMarked,
      head.isUndoing,
      head.awaitedText,
      head.key,
      head.started,
      head.run
    )
  }
}
#endif
