import ArgumentParser
import DurableWorkflows
import ToolSupport

/// Shows how all runs of a store stand.
struct TopCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "top",
    abstract: "Shows how all runs stand, and follows them.",
    discussion: """
      Reads the store again and again. A terminal shows the number of runs by status, and then what \
      does not go on by itself: runs that were set aside; runs whose process is gone, and that none \
      has taken over for a minute; queues that are paused, or that no process serves although runs \
      have been due for a minute, with '–' for the runs without a queue; and schedules that are \
      overdue. Below are the next schedules, and the runs that have not ended. Other output gets a \
      line whenever a number has changed. Press q or Ctrl-C to stop.

      If the store cannot be reached, the command says so and tries again. It fails if the first \
      look fails, or the last one of --looks.

      EXAMPLES
        tenon-runs top
        tenon-runs top --interval 5s --looks 12
        tenon-runs top --looks 1 --json
      """
  )

  @OptionGroup var options: StoreOptions

  @Option(
    help: ArgumentHelp("The time between looks, such as 5s. Default: 1s.", valueName: "time"),
    transform: TimeSpan.parse
  )
  var interval: Duration = .seconds(1)

  @Option(help: ArgumentHelp("How often to look. Default: no end.", valueName: "number"))
  var looks: Int?

  @Flag(help: "Print a line of JSON whenever something has changed, for programs.")
  var json = false

  @OptionGroup var display: DisplayOptions

  var color: ColorChoice { display.color }

  func validate() throws {
    guard interval > .zero else {
      throw ValidationError("'--interval' is 0. Specify a second or more, such as 5s.")
    }
    if let looks, looks < 1 {
      throw ValidationError("'--looks' is \(looks). Specify 1 or more.")
    }
  }

  func run(_ opened: OpenedStore, on console: Console) async throws(ToolError) -> Int32 {
    if !json, let screen = FullScreen(console) {
      let last = try await show(opened, on: screen, console.style)
      // The terminal has what was on it before.
      try console.write(last.map { $0 + "\n" }.joined())
    } else {
      try await printChanges(opened, on: console)
    }
    return 0
  }

  /// Shows each look in place of the one before.
  ///
  /// - Returns: The lines of the last look.
  private func show(
    _ opened: OpenedStore,
    on screen: FullScreen,
    _ style: TextStyle
  ) async throws(ToolError) -> [String] {
    defer { screen.leave() }
    var last: Overview?
    var look = 0
    while true {
      look += 1
      let size = screen.size
      var problem: String?
      do throws(ToolError) {
        last = try await opened.ask { try await Overview($0.runs, limit: size.rows) }
      } catch {
        guard last != nil, look != looks, error.code == .failed else { throw error }
        problem = Outage.text(error)
      }
      let lines = last?.lines(size, style, problem: problem) ?? []
      try screen.show(lines, for: size)
      if look == looks { return lines }
      if await !pause() { return [] }
    }
  }

  /// Prints each look that differs from the one before.
  private func printChanges(_ opened: OpenedStore, on console: Console) async throws(ToolError) {
    var last: String?
    var look = 0
    var outage = Outage()
    while true {
      look += 1
      var text = last
      do throws(ToolError) {
        let overview = try await opened.ask { try await Overview($0.runs, limit: 0) }
        text = json ? overview.json.rendered(width: .max) : overview.line
        outage.end()
      } catch {
        guard last != nil, look != looks, error.code == .failed else { throw error }
        outage.complain(error, on: console)
      }
      if let text, text != last { try console.write(text) }
      last = text
      if look == looks { return }
      if await !pause() { return }
    }
  }

  /// - Returns: `false` if the command is cancelled.
  private func pause() async -> Bool {
    (try? await ToolContext.current.clock.sleep(for: interval)) != nil
  }
}
