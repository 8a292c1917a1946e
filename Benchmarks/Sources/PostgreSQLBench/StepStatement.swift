#if PostgreSQL
import ArgumentParser
import BenchmarkHarness
import DurableWorkflows
import DurableWorkflowsPostgreSQL
import Synchronization

/// Measures the statement that records a step, without the process that executes it.
struct StepStatement: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "statement",
    abstract: "The time of the statement for a step and of the loop's, with pauses in between."
  )

  @Option(help: "The URL of a server.") var url: String
  @Option(help: "Rounds; each has all rows once, and the median counts.") var rounds = 7
  @Option(help: "Statements in a row.") var count = 1000

  func run() async throws {
    let schema = newSchema("bench")
    let database = try LibPQDatabase(url)
    let recording = RecordingDatabase(database)
    let store = try await PostgreSQLRunStore(recording, options: .init(schema: schema))
    let runs = try TenSteps.runs(store)
    runs.start()
    try await TenSteps.runOneAfterAnother(runs, from: 0, count: 1)
    await runs.stop()
    let (sql, values) = recording.mostFrequent()
    let loop = try BareLoop(url, schema: schema)
    let connection = BareConnection(url)
    try connection.prepare("step", sql)
    let pauses = [0, 25, 50].map { Duration.microseconds($0) }
    var times: [[(step: Double, loop: Double)]] = pauses.map { _ in [] }
    for round in 0..<rounds {
      for (index, pause) in pauses.enumerated() {
        let first = (round * pauses.count + index) * 2 * count
        let step = try measure(loop, first, pause) { number, _ in
          var values = values
          (values[0], values[1], values[2]) = ("bare-\(number / 10)", "1", "\(number)")
          let time = try connection.execute("step", values)
          precondition(!time.isEmpty, "The statement has found no run.")
        }
        let bare = try measure(loop, first + count, pause) { number, run in
          try loop.record(number % 10 + 1, of: run)
        }
        times[index].append((step, bare))
      }
    }
    try await database.query("DROP SCHEMA \(schema) CASCADE")
    let rows = zip(pauses, times).map { pause, times in
      let ratio = quantile(0.5, of: times.map { $0.step / $0.loop })
      return [
        fixed(pause / .microseconds(1), digits: 0),
        fixed(quantile(0.5, of: times.map(\.step)), digits: 0),
        fixed(quantile(0.5, of: times.map(\.loop)), digits: 0), fixed(ratio, digits: 2),
      ]
    }
    print("Microseconds for one statement, without the pause before it.")
    print(aligned([["pause", "of a step", "of the loop", "ratio"]] + rows, leftAligned: []))
  }

  /// Returns the microseconds that a statement takes.
  private func measure(
    _ loop: BareLoop,
    _ first: Int,
    _ pause: Duration,
    _ statement: (_ number: Int, _ run: String) throws -> Void
  ) throws -> Double {
    let numbers = first..<first + count
    let runs = try Dictionary(
      uniqueKeysWithValues: Set(numbers.map { $0 / 10 }).map { ($0, try loop.begin($0)) }
    )
    let clock = ContinuousClock()
    let time = try clock.measure {
      for number in numbers {
        let end = clock.now + pause
        while clock.now < end {}
        try statement(number, runs[number / 10] ?? "")
      }
    }
    return (time - pause * numbers.count) / .microseconds(1) / Double(numbers.count)
  }
}

/// A database that remembers statements and their parameters.
private final class RecordingDatabase: PostgreSQLDatabase {
  private let database: LibPQDatabase
  private let statements = Mutex<[(sql: String, values: [String?])]>([])

  init(_ database: LibPQDatabase) { self.database = database }

  func query(_ sql: String, _ parameters: [PostgreSQLValue]) async throws -> [PostgreSQLRow] {
    statements.withLock { $0.append((sql, parameters.map(\.literal))) }
    return try await database.query(sql, parameters)
  }

  func transaction<Value: Sendable>(
    _ body: @Sendable (any PostgreSQLSession) async throws -> Value
  ) async throws -> Value {
    try await database.transaction(body)
  }

  /// The statement that was executed most often, with the parameters of its last execution.
  func mostFrequent() -> (sql: String, values: [String?]) {
    statements.withLock { statements in
      let counts = Dictionary(grouping: statements, by: \.sql).mapValues(\.count)
      let sql = counts.max { $0.value < $1.value }?.key
      return statements.last { $0.sql == sql }!
    }
  }
}
#endif
