import ArgumentParser
import DurableWorkflows
import ToolSupport

/// Shows the events of a run, or the runs of a store.
struct WatchCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Shows the events of a run until it ends, or how all runs stand.",
    discussion: """
      With a run, prints a line for each event, and ends when the run ends. The exit code is 0 if \
      the run succeeded.

      Without a run, reads the store again and again. A terminal shows the runs that have not \
      ended, and the number of runs in each state; other output gets a line whenever a number has \
      changed. Press Ctrl-C to stop.

      If the store cannot be reached, the command says so and tries again. It fails if the first \
      look fails, or the last one of --looks.

      EXAMPLES
        tenon-runs watch
        tenon-runs watch order-17 --json
        tenon-runs watch --interval 5s --looks 12
      """
  )

  @Argument(help: ArgumentHelp("The identifier of the run. Default: all.", valueName: "run"))
  var run: String?

  @OptionGroup var options: StoreOptions

  @Option(
    help: ArgumentHelp("The time between looks, such as 5s. Default: 1s.", valueName: "time"),
    transform: TimeSpan.parse
  )
  var interval: Duration = .seconds(1)

  @Option(
    help: ArgumentHelp("How often to look at all runs. Default: no end.", valueName: "number")
  )
  var looks: Int?

  @Flag(help: "Print a line of JSON for each event, or for each look, for programs.")
  var json = false

  @OptionGroup var display: DisplayOptions

  var color: ColorChoice { display.color }

  var pollInterval: Duration { interval }

  func validate() throws {
    guard interval > .zero else {
      throw ValidationError("'--interval' is 0. Specify a second or more, such as 5s.")
    }
    guard let looks else { return }
    if run != nil {
      throw ValidationError("'--looks' is for all runs. Remove it, or the run.")
    }
    if looks < 1 { throw ValidationError("'--looks' is \(looks). Specify 1 or more.") }
  }

  func run(_ opened: OpenedStore, on console: Console) async throws(ToolError) -> Int32 {
    guard let run else { return try await watchAll(opened, on: console) }
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
        if await !pause() { return 0 }
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

  /// Says once that the store is away, until it is back.
  private struct Outage {
    private var isTold = false

    mutating func end() { isTold = false }

    mutating func complain(_ error: ToolError, on console: Console) {
      if !isTold { console.complain("\(error.message) The watch goes on.") }
      isTold = true
    }
  }

  /// - Returns: `false` if the watch is over.
  private func pause() async -> Bool {
    (try? await ToolContext.current.clock.sleep(for: interval)) != nil
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

  private func watchAll(
    _ opened: OpenedStore,
    on console: Console
  ) async throws(ToolError) -> Int32 {
    var look = 0
    var last: String?
    var outage = Outage()
    while true {
      look += 1
      var overview: Overview?
      do throws(ToolError) {
        overview = try await opened.ask { try await Overview($0.runs) }
        outage.end()
      } catch {
        guard last != nil, look != looks, error.code == .failed else { throw error }
        outage.complain(error, on: console)
      }
      if let overview { try show(overview, insteadOf: &last, on: console) }
      if look == looks { return 0 }
      if await !pause() { return 0 }
    }
  }

  private func show(
    _ overview: Overview,
    insteadOf last: inout String?,
    on console: Console
  ) throws(ToolError) {
    let text = json ? overview.json.rendered(width: .max) : overview.line
    if console.isTerminal && !json {
      // Move to the top, print the new text, and erase the rest of the old text.
      let screen = overview.screen(console.style).replacing("\n", with: "\u{1B}[K\n")
      try console.write("\u{1B}[H" + screen + "\u{1B}[J")
    } else if text != last {
      try console.write(text)
    }
    last = text
  }
}
