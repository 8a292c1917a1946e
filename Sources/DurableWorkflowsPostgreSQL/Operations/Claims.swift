#if PostgreSQL
@_spi(Stores) internal import DurableWorkflows

/// The answer to a claim statement.
struct Claims: Sendable {
  /// A run that the statement has changed.
  struct Run: Sendable {
    enum Verdict: Int { case extended, setAside, claimed }

    let run: Int
    let id: String
    /// The time at which it was due.
    let was: StoreTime
    let priority: Int
    let verdict: Verdict
  }

  /// The runs, in the order in which they were due.
  private(set) var runs: [Run] = []
  private(set) var now = 0
  /// The time since the clock of the store was last stored.
  private(set) var age = 0
  private(set) var next: StoreTime?
  private(set) var schedules: [StoredSchedule] = []
  private(set) var nextSchedule: StoreTime?
  /// Whether nothing was claimed because another claim interfered.
  private(set) var isStale = false

  init(_ rows: [PostgreSQLRow]) throws {
    for row in rows {
      switch row[0].integer {
      case 0: runs.append(try Self.run(row))
      case 1:
        (now, age) = (row[1].integer ?? 0, row[2].integer ?? 0)
        (next, nextSchedule) = (row[3].integer, row[4].integer)
        isStale = row[9].boolean ?? false
      case 2:
        let columns = [row[5], row[6], row[7], row[8], row[1], row[2], row[3], row[10], row[9]]
        schedules.append(try StoredSchedule(PostgreSQLRow(columns), from: 0))
      default: continue
      }
    }
    runs.sort { (-$0.priority, $0.was, $0.id) < (-$1.priority, $1.was, $1.id) }
    schedules.sort { ($0.next ?? 0, $0.name) < ($1.next ?? 0, $1.name) }
  }

  private static func run(_ row: PostgreSQLRow) throws -> Run {
    guard let run = row[1].integer, let id = row[5].text,
      let verdict = row[4].integer.flatMap(Run.Verdict.init)
    else { throw PostgreSQLError(.foreign) }
    return Run(
      run: run,
      id: id,
      was: row[2].integer ?? 0,
      priority: row[3].integer ?? 0,
      verdict: verdict
    )
  }
}
#endif
