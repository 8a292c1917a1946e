#if SQLite
@_spi(Stores) internal import DurableWorkflows
internal import Foundation
internal import GRDB

/// A run as its row in the table of runs has it.
struct StoredRun {
  /// The owner or outcome of a run; the raw values are those in the table.
  enum State: Int {
    case ready, running, succeeded, failed, cancelled, setAside

    init(of row: RunRow<Data>) {
      self =
        switch row.state {
        case .ready: .ready
        case .running: .running
        case .ended(.value): .succeeded
        case .ended(.failure(.error)): .failed
        case .ended(.failure(.cancelled)): .cancelled
        case .setAside: .setAside
        }
    }
  }

  let run: Int64
  let id: String
  /// The time at which a claim looks at the run; for a run that a worker has, a time that is not
  /// after the end of its lease.
  let due: StoreTime?
  /// Whether there is a reason to undo what the run has done.
  let isUndoing: Bool
  /// The state of the run, without its parts in other tables: the input, the end, records, and
  /// others.
  let row: RunRow<Data>

  static let columns = """
    run, id, workflow, version, submitted, deadline, state, due, until, ended, worker, epoch, \
    lease, fruitless, cancelled, token, sequence, undoing, awaited, queue, priority, key, started, \
    paused, partition
    """

  init(_ columns: StatementRow) throws {
    guard let state = State(rawValue: try columns.value(6)) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "A run has an unknown state.")
    }
    run = try columns.value(0)
    id = try columns.value(1)
    due = columns[7]
    isUndoing = try columns.value(17)
    var row = RunRow<Data>(
      workflow: try columns.value(2),
      version: try columns.value(3),
      input: Data(),
      at: try columns.value(4),
      deadline: columns[5]
    )
    row.state =
      switch state {
      case .ready: .ready(at: due)
      case .running: .running(until: columns[8] ?? .min)
      case .succeeded: .ended(.value(Data()))
      case .failed: .ended(.failure(.error(type: "", message: "")))
      case .cancelled: .ended(.failure(.cancelled))
      case .setAside: .setAside("")
      }
    row.ended = columns[9]
    row.worker = columns[10]
    row.epoch = try columns.value(11)
    row.lease = try columns.value(12)
    row.fruitlessClaims = try columns.value(13)
    row.isCancelRequested = try columns.value(14)
    row.lastToken = columns[15]
    row.lastSequence = try columns.value(16)
    row.awaited = Self.names(columns[18])
    row.queue = columns[19]
    row.priority = try columns.value(20)
    row.key = columns[21]
    row.started = columns[22]
    row.isPaused = try columns.value(23)
    row.partition = try columns.value(24)
    self.row = row
  }

  /// Whether the lease was extended since a claim last looked.
  var isExtended: Bool {
    if case .running(until: let until) = row.state { until != due } else { false }
  }

  /// Returns the names of the signals that a run waits for, which are stored as JSON.
  private static func names(_ text: String?) -> Set<String> {
    guard let text else { return [] }
    return (try? JSONDecoder().decode(Set<String>.self, from: Data(text.utf8))) ?? []
  }

  static func text(_ names: Set<String>) -> String? {
    let data = names.isEmpty ? nil : try? JSONEncoder().encode(names.sorted())
    return data.map { String(decoding: $0, as: UTF8.self) }
  }
}

extension RunTransaction {
  private static let runOfID = "SELECT \(StoredRun.columns) FROM tenon_runs WHERE id = ?"

  func stored(_ id: String) throws -> StoredRun? {
    try db.first(Self.runOfID, [id], StoredRun.init)
  }
}
#endif
