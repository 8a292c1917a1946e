import ArgumentParser
import Futures
import Interruption
import WeatherCore

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

      EXIT CODES
        0    every city is in the table
        1    some city is not; its error is the last thing printed
        64   the command line makes no sense
        130  interrupted with Ctrl-C
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

  func validate() throws {
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
    let lookup = CityLookup(
      client: WeatherClient(service: server?.service ?? .live, connections: jobs),
      cancellation: interruption.token,
      observe: progress.update
    )

    let reports = await lookup.reports(on: cities, maxConcurrent: jobs).get()
    progress.finish()
    server?.stop()

    if interruption.token.isCancellationRequested {
      complain("interrupted")
      throw ExitCode(130)
    }
    Terminal.writeOutput("\(ForecastTable(reports.compactMap(\.weather)))")
    let errors = reports.compactMap(\.error)
    errors.forEach { complain("\($0)") }
    if !errors.isEmpty { throw ExitCode.failure }
  }

  private func complain(_ text: String) {
    Terminal.writeError("weather: \(text)\n")
  }
}
