#if PostgreSQL
import ArgumentParser
import BenchmarkHarness
import DurableWorkflows
import DurableWorkflowsPostgreSQL

/// Measures the cost of a run in a database with many runs that have ended or are parked.
struct Growth: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "growth",
    abstract: "Runs per second among many others that have ended or are parked."
  )

  @Option(help: "The URL of a server.") var url: String
  @Option(help: "How many others.") var sizes: [Int] = [10_000, 100_000, 1_000_000]
  @Option(help: "Runs one after another, in each block.") var one = 20
  @Option(help: "Blocks for each size, which take turns.") var blocks = 12

  /// A schema with many runs, some of which are processed.
  private struct Place {
    let size: Int
    let schema: String
    let store: RunStore
    let runs: DurableRuns
    var times: [Double] = []
  }

  func run() async throws {
    let database = try LibPQDatabase(url, options: .init(statementTimeout: .seconds(1200)))
    var places: [Place] = []
    for size in sizes {
      let schema = newSchema("growth_\(size)")
      let store = try await RunStore.postgreSQL(database, options: .init(schema: schema))
      // Half of them have ended, with ten records each; the other half is parked.
      try await OtherRuns.add(1...size, to: schema, in: database, areParked: true)
      places.append(Place(size: size, schema: schema, store: store, runs: try TenSteps.runs(store)))
    }
    for place in places { place.runs.start() }
    // Blocks alternate because the load of the machine changes; the first ones are warm-ups.
    for block in 0...blocks {
      for index in places.indices {
        let runs = places[index].runs
        let time = try await ContinuousClock().measure {
          try await TenSteps.runOneAfterAnother(runs, from: block * one, count: one)
        }
        if block > 0 { places[index].times.append(time / .milliseconds(1) / Double(one)) }
      }
    }
    for place in places {
      await place.runs.stop()
      let ratios = zip(place.times, places[0].times).map { $0 / $1 }
      print(
        "\(place.size) others: \(fixed(quantile(0.5, of: place.times), digits: 2)) ms a run, "
          + "\(fixed(quantile(0.5, of: ratios), digits: 2)) times the first"
      )
    }
    if let last = places.last {
      let retention = try await ContinuousClock().measure {
        while try await last.runs.removeEnded(olderThan: .zero, limit: 10_000) > 0 {}
      }
      print("removing those that have ended took \(fixed(retention / .seconds(1), digits: 1)) s")
    }
    for place in places { try await database.query("DROP SCHEMA \(place.schema) CASCADE") }
  }
}
#endif
