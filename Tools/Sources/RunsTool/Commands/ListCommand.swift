import ArgumentParser
import DurableWorkflows
import ToolSupport

/// Lists runs.
struct ListCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists runs, those that were submitted last first.",
    discussion: """
      EXAMPLES
        tenon-runs list
        tenon-runs list --status failed --status set-aside --json
        tenon-runs list --workflow 'fulfil order' --limit 100 --after order-17
      """
  )

  @OptionGroup var options: StoreOptions

  @OptionGroup var filter: RunFilter

  @Option(help: ArgumentHelp("How many runs at most.", valueName: "number"))
  var limit = 20

  @Option(help: ArgumentHelp("Begin behind this run, to see the next ones.", valueName: "run"))
  var after: String?

  @Flag(help: "Print JSON for programs.")
  var json = false

  @OptionGroup var display: DisplayOptions

  var color: ColorChoice { display.color }

  func validate() throws {
    guard 1...100_000 ~= limit else {
      throw ValidationError("'--limit' is \(limit). Specify 1 to 100000.")
    }
  }

  func run(_ opened: OpenedStore, on console: Console) async throws(ToolError) -> Int32 {
    let query = filter.query(limit: limit, after: after)
    let list = try await opened.ask { opened in
      RunList(
        runs: try await opened.runs.list(query),
        counts: try await opened.runs.counts()
      )
    }
    try console.write(json ? list.json.rendered() : list.text(console.style))
    return 0
  }
}
