import ArgumentParser
import Futures
import Interruption
import WeatherCore
import Workflows

@main
struct WeatherCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "weather",
    abstract: "Prints the weather in cities, looked up all at once.",
    discussion: """
      Without --live it needs no internet: it starts a server on this computer that answers as \
      Open-Meteo does, for \(SampleData.places.map(\.name).joined(separator: ", ")).

      EXAMPLES
        weather                    a list of cities, sample data
        weather Berlin 'New York'  these two
        weather --fail             with a server that fails, to see what happens then
        weather --live Lisbon      the real weather
        weather --trace trace.svg  and a picture of what ran when

      EXIT CODES
        0    every city is in the table
        1    some city is not; its error is the last thing printed
             (or the table could not be printed, or the trace saved)
        64   the command line makes no sense
        130  interrupted with Ctrl-C; what was known by then is printed
      """
  )

  @Argument(help: "The cities to look up.")
  var cities: [String] = []

  @Flag(help: "Ask Open-Meteo on the internet instead of the sample server.")
  var live = false

  @Flag(help: "Make the sample server answer with errors, cut bodies and bad JSON at first.")
  var fail = false

  @Option(name: .shortAndLong, help: "How many cities to look up at once.")
  var jobs = 4

  @Option(help: "A file for a trace of what ran when: .json, .mmd or .svg.")
  var trace: String?

  func validate() throws {
    if let trace, TraceFile(path: trace) == nil {
      let endings = TraceFile.Format.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
      throw ValidationError("--trace takes a file that ends with one of \(endings).")
    }
    if live && fail {
      throw ValidationError("--fail is about the sample server; leave out --live or --fail.")
    }
    if jobs < 1 {
      throw ValidationError("--jobs must be at least 1.")
    }
    for city in cities where city.allSatisfy(\.isWhitespace) || city != city.printable {
      throw ValidationError(
        "A city's name is empty or has control characters: \"\(city.printable)\"."
      )
    }
  }

  func run() async throws {
    let cities = cities.isEmpty ? SampleData.defaultCities : cities
    let interruption = Interruption()
    let server =
      live ? nil : try await SampleServer.start(misbehaving: fail, pause: SampleServer.latency)
    let progress = Terminal.progress(total: cities.count)
    let record = Trace()
    let lookup = CityLookup(
      client: WeatherClient(service: server?.service ?? .live, connections: jobs),
      cancellation: interruption.token,
      trace: record,
      observe: progress.update
    )

    let reports = await lookup.reports(on: cities, maxConcurrent: jobs).value
    progress.finish()
    server?.stop()

    let rows = reports.compactMap(\.weather)
    let isPrinted = show(ForecastTable(rows))
    let isTraced = await save(record)
    if interruption.token.isCancelled {
      complain("interrupted with \(rows.count) of \(reports.count) cities done")
      throw ExitCode(130)
    }
    let errors = reports.compactMap(\.error)
    errors.forEach { complain("\($0)") }
    if !errors.isEmpty || !isPrinted || !isTraced { throw ExitCode.failure }
  }

  /// Prints the table.
  ///
  /// - Returns: Whether there were no errors.
  private func show(_ table: ForecastTable) -> Bool {
    do {
      try Terminal.writeOutput("\(table)")
      return true
    } catch {
      complain("the table could not be printed: \(error.localizedDescription)")
      return false
    }
  }

  /// Saves the trace, if requested.
  ///
  /// - Returns: Whether there were no errors.
  private func save(_ record: Trace) async -> Bool {
    guard let file = trace.flatMap(TraceFile.init) else { return true }
    do {
      try await file.write(record)
      return true
    } catch {
      complain("\(error)")
      return false
    }
  }

  private func complain(_ text: String) {
    Terminal.writeError("weather: \(text)\n")
  }
}
