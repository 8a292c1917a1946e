#if PostgreSQL
import ArgumentParser
import BenchmarkHarness
import DurableWorkflows
import DurableWorkflowsPostgreSQL

/// Runs of ten empty steps, compared with a bare loop of the same inserts.
struct RunsPerSecond: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "runs",
    abstract: "Runs of ten steps per second, beside a bare loop."
  )

  @Option(help: "The URL of a server.") var url: String
  @Option(help: "Rounds; each has all sides once, and the median counts.") var rounds = 3
  @Option(help: "Runs one after another.") var one = 200
  @Option(help: "Runs at once.") var atOnce = 500
  @Flag(help: "Fail if a run takes more than three times as long as the bare loop.") var check =
    false

  struct Round {
    var one = 0.0
    var bare = 0.0
    var ratio = 0.0
    var many = 0.0
    /// The round trips of a run.
    var oneTrips = 0.0
    var manyTrips = 0.0
  }

  func run() async throws {
    var rounds: [Round] = []
    for number in 0..<self.rounds {
      rounds.append(
        try await measure(newSchema("bench_\(number)"))
      )
    }
    func median(_ value: (Round) -> Double) -> Double { quantile(0.5, of: rounds.map(value)) }
    let toBare = median(\.ratio)
    print(
      "Runs of ten empty steps with checkpoints, per second; medians of \(rounds.count) rounds."
    )
    print(
      aligned(
        [
          ["runs", "ours", "bare loop", "time to bare"],
          [
            "one after another", fixed(median(\.one), digits: 0), fixed(median(\.bare), digits: 0),
            fixed(toBare, digits: 2),
          ],
          ["\(atOnce) at once", fixed(median(\.many), digits: 0), "", ""],
        ],
        leftAligned: [0]
      )
    )
    print(
      "Round trips for each run: \(fixed(median(\.oneTrips), digits: 1)) one after another, "
        + "\(fixed(median(\.manyTrips), digits: 1)) with \(atOnce) at once"
    )
    if check, toBare > 3 { throw ExitCode.failure }
  }

  private func measure(_ schema: String) async throws -> Round {
    let clock = ContinuousClock()
    let database = try LibPQDatabase(url)
    defer { database.close() }
    let counting = CountingDatabase(database)
    let runs = try TenSteps.runs(
      try await RunStore.postgreSQL(counting, options: .init(schema: schema))
    )
    runs.start()
    // The bare loop has separate tables, because a worker would claim its runs.
    let bareSchema = schema + "_bare"
    _ = try await RunStore.postgreSQL(database, options: .init(schema: bareSchema))
    let bare = try BareLoop(url, schema: bareSchema)
    let block = 20
    var ours: [Double] = []
    var loop: [Double] = []
    let start = counting.count
    // Blocks alternate because the load of the machine changes; the first ones are warm-ups.
    for number in 0..<max(2, one / block) {
      let first = number * block
      let ourTime = try await clock.measure {
        try await TenSteps.runOneAfterAnother(runs, from: first, count: block)
      }
      let bareTime = try clock.measure { try bare.runOneAfterAnother(from: first, count: block) }
      if number == 0 { continue }
      ours.append(ourTime / .seconds(1) / Double(block))
      loop.append(bareTime / .seconds(1) / Double(block))
    }
    var round = Round()
    round.oneTrips = Double(counting.count - start) / Double(max(2, one / block) * block)
    let middle = counting.count
    round.one = 1 / quantile(0.5, of: ours)
    round.bare = 1 / quantile(0.5, of: loop)
    round.ratio = quantile(0.5, of: zip(ours, loop).map { $0 / $1 })
    let many = try await clock.measure {
      try await TenSteps.runAtOnce(runs, from: 1_000_000, count: atOnce)
    }
    round.manyTrips = Double(counting.count - middle) / Double(atOnce)
    await runs.stop()
    round.many = Double(atOnce) / (many / .seconds(1))
    for name in [schema, bareSchema] { try await database.query("DROP SCHEMA \(name) CASCADE") }
    return round
  }
}
#endif
