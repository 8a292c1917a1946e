import ArgumentParser
import DurableWorkflows
import ToolSupport

/// Shows the events of a run.
struct WatchCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Shows the events of a run until it ends.",
    discussion: """
      Prints a line for each event, and ends when the run ends. The exit code is 0 if the run \
      succeeded. 'top' shows all runs of a store.

      If the store cannot be reached, the command says so and tries again. It fails if the first \
      look fails.

      EXAMPLES
        tenon-runs watch order-17
        tenon-runs watch order-17 --json
      """
  )

  @Argument(help: ArgumentHelp("The identifier of the run.", valueName: "run"))
  var run: String

  @OptionGroup var options: StoreOptions

  @Option(
    help: ArgumentHelp("The time between looks, such as 5s. Default: 1s.", valueName: "time"),
    transform: TimeSpan.parse
  )
  var interval: Duration = .seconds(1)

  @Flag(help: "Print a line of JSON for each event, for programs.")
  var json = false

  @OptionGroup var display: DisplayOptions

  var color: ColorChoice { display.color }

  var pollInterval: Duration { interval }

  func validate() throws {
    guard interval > .zero else {
      throw ValidationError("'--interval' is 0. Specify a second or more, such as 5s.")
    }
  }

  func run(_ opened: OpenedStore, on console: Console) async throws(ToolError) -> Int32 {
    var last: DurableRunStatus?
    var told: Set<DurableRunEvent> = []
    var outage = Outage()
    var events = opened.runs.events(of: run).makeAsyncIterator()
    while true {
      let event: DurableRunEvent?
      do throws(ToolError) {
        event = try await next(&events, opened)
      } catch {
        guard last != nil, error.code == .failed else { throw error }
        outage.complain(error, on: console)
        guard (try? await ToolContext.current.clock.sleep(for: interval)) != nil else { return 0 }
        events = opened.runs.events(of: run).makeAsyncIterator()
        continue
      }
      guard let event else { return last == .succeeded ? 0 : ToolError.Code.negative.rawValue }
      outage.end()
      // After an outage, all events come again.
      if case .status(let status) = event {
        if status == last { continue }
        last = status
      } else if !told.insert(event).inserted {
        continue
      }
      let line = WatchedEvent(run: run, event: event)
      try console.write(json ? line.json.rendered(width: .max) : line.text(console.style))
    }
  }

  private func next(
    _ events: inout AsyncThrowingStream<DurableRunEvent, any Error>.AsyncIterator,
    _ opened: OpenedStore
  ) async throws(ToolError) -> DurableRunEvent? {
    do {
      return try await events.next()
    } catch {
      return try await opened.ask { _ in throw error }
    }
  }
}
