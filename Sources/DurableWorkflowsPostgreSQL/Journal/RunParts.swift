#if PostgreSQL
@_spi(Stores) internal import DurableWorkflows
internal import Foundation
internal import Workflows

/// The parts of a run in a result of the server, in any order, and the row that they form.
struct RunParts {
  /// The columns of a run, followed by those of the journal.
  static let head = """
    run, id, workflow, submitted, deadline, state, due, until, ended, worker, epoch, lease, \
    fruitless, cancelled, token, \
    CASE WHEN cardinality(awaited) > 0 THEN array_to_json(awaited)::text END AS awaited, \
    queue, priority, key, started, version, paused, partition
    """
  static let headCount = 23

  /// A row of the journal or of a table that is read along with it.
  struct Part {
    let kind: JournalKind
    let position: Int
    let epoch: Int
    let time: StoreTime
    let path: String
    let type: String
    let hasType: Bool
    let flag: Bool
    let number: Int?
    let other: Int?
    let value: Data
  }

  /// The columns of a run; `nil` if they have not been received.
  private(set) var columns: PostgreSQLRow?
  private(set) var parts: [Part] = []

  /// Groups the rows of a result by run.
  static func byRun(_ rows: [PostgreSQLRow]) throws -> [Int: RunParts] {
    var runs: [Int: RunParts] = [:]
    for row in rows {
      guard let run = row[0].integer,
        let kind = row[headCount].integer.flatMap(JournalKind.init)
      else {
        throw PostgreSQLError(.foreign, detail: "a run has an entry of an unknown kind")
      }
      if kind == .head { runs[run, default: RunParts()].columns = row }
      let start = headCount
      runs[run, default: RunParts()].parts.append(
        Part(
          kind: kind,
          position: row[start + 1].integer ?? 0,
          epoch: row[start + 2].integer ?? 0,
          time: row[start + 3].integer ?? 0,
          path: row[start + 4].text ?? "",
          type: row[start + 5].text ?? "",
          hasType: row[start + 5].text != nil,
          flag: row[start + 6].boolean ?? false,
          number: row[start + 7].integer,
          other: row[start + 8].integer,
          value: row[start + 9].bytes ?? Data()
        )
      )
    }
    return runs
  }

  var id: String { columns?[1].text ?? "" }

  private func part(_ kind: JournalKind) -> Part? { parts.first { $0.kind == kind } }

  /// Returns the state of the run.
  func row() throws -> RunRow<Data> {
    guard let columns, let workflow = columns[2].text, let submitted = columns[3].integer,
      let version = columns[20].integer
    else {
      throw PostgreSQLError(.foreign, detail: "a run is incomplete")
    }
    var row = RunRow<Data>(
      workflow: workflow,
      version: version,
      input: part(.input)?.value ?? Data(),
      at: submitted,
      deadline: columns[4].integer
    )
    row.state = try state(columns)
    row.ended = columns[8].integer
    row.worker = columns[9].text
    row.lease = columns[11].integer ?? 0
    row.fruitlessClaims = columns[12].integer ?? 0
    row.isCancelRequested = columns[13].boolean ?? false
    row.lastToken = columns[14].integer
    if let awaited = columns[15].text {
      row.awaited = try JSONDecoder().decode(Set<String>.self, from: Data(awaited.utf8))
    }
    row.queue = columns[16].text
    row.priority = columns[17].integer ?? 0
    row.key = columns[18].text
    row.started = columns[19].integer
    row.isPaused = columns[21].boolean ?? false
    row.partition = columns[22].text ?? ""
    replay(on: &row)
    row.epoch = columns[10].integer ?? 0
    for part in parts where part.kind == .signal {
      row.signals[part.path] = RunRow.Signal(value: part.value, arrival: part.time)
    }
    return row
  }

  private func state(_ columns: PostgreSQLRow) throws -> RunRow<Data>.State {
    guard let number = columns[5].integer, let state = RunState(rawValue: number) else {
      throw PostgreSQLError(.foreign, detail: "a run has an unknown state")
    }
    let outcome = part(.outcome)
    let message = outcome?.path ?? ""
    return switch state {
    case .ready: .ready(at: columns[6].integer)
    case .running: .running(until: columns[7].integer ?? .min)
    case .succeeded: .ended(.value(outcome?.value ?? Data()))
    case .failed: .ended(.failure(.error(type: outcome?.type ?? "", message: message)))
    case .cancelled: .ended(.failure(.cancelled))
    case .setAside: .setAside(message)
    }
  }

  // MARK: - The journal

  private func replay(on row: inout RunRow<Data>) {
    for part in parts.sorted(by: { $0.position < $1.position }) {
      let path = RecordPath(part.path)
      row.epoch = part.epoch
      if let change = Self.change(part, path) {
        row.apply([change], at: part.time)
      } else if part.kind == .given {
        let sequence = part.other ?? 0
        row.records[path] = RunRow.Record(
          value: part.value,
          type: part.type,
          isCompensated: part.flag,
          sequence: sequence,
          time: part.time,
          took: part.number ?? 0
        )
        row.lastSequence = max(row.lastSequence, sequence)
      } else if part.kind == .reopened {
        let isCancelRequested = row.isCancelRequested
        row.beginAnew(afterItsEnd: part.flag)
        row.isCancelRequested = isCancelRequested
      }
    }
  }

  private static func change(_ part: Part, _ path: RecordPath) -> RunChange<Data>? {
    switch part.kind {
    case .record:
      .record(
        path,
        part.value,
        type: part.type,
        isCompensated: part.flag,
        took: part.number ?? 0
      )
    case .begin: .begin(path)
    case .failed: .failed(path)
    case .wait: .wait(path, for: part.number.map(Kept.duration))
    case .limit: .limit(path, until: part.number ?? .max)
    case .attempt:
      .attempt(path, failed: part.number ?? 0, pause: Kept.duration(part.other ?? 0))
    case .undo:
      .undo(
        part.flag
          ? .error(type: part.type, message: String(decoding: part.value, as: UTF8.self))
          : .cancelled
      )
    case .undone: .undone(path, hasSucceeded: part.flag)
    case .tag: .tag(part.path, part.hasType ? part.type : nil)
    case .restart: .restart
    case .given, .reopened, .head, .input, .outcome, .signal: nil
    }
  }
}

/// The owner or outcome of a run; the raw values are those in the tables.
enum RunState: Int {
  case ready, running, succeeded, failed, cancelled, setAside

  var hasEnded: Bool { self == .succeeded || self == .failed || self == .cancelled }
}
#endif
