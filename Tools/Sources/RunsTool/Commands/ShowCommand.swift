import ArgumentParser
import DurableWorkflows
import ToolSupport
import Workflows

/// Shows the state of a run.
struct ShowCommand: StoreCommand {
  /// A diagram of a run.
  enum Picture: String, CaseIterable, ExpressibleByArgument {
    case svg, mermaid, chrome
  }

  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Shows a run: its state, its recorded steps, and what it waits for.",
    discussion: """
      Inputs, outputs and signals may be secret, so they are printed only with --values.

      --trace prints a picture instead: 'svg' for browsers, 'mermaid' for Markdown, 'chrome' for \
      the viewers of traces. It has a bar for each recorded step, and for the steps around them.

      EXAMPLES
        tenon-runs show order-17
        tenon-runs show order-17 --values --json
        tenon-runs show order-17 --trace svg >order-17.svg
      """
  )

  @Argument(help: ArgumentHelp("The identifier of the run.", valueName: "run"))
  var run: String

  @OptionGroup var options: StoreOptions

  @Flag(help: "Also print the input, outputs and signals.")
  var values = false

  @Option(
    help: ArgumentHelp("Print a picture of the run: svg, mermaid or chrome.", valueName: "format")
  )
  var trace: Picture?

  @Flag(help: "Print JSON for programs.")
  var json = false

  @OptionGroup var display: DisplayOptions

  var color: ColorChoice { display.color }

  func validate() throws {
    if trace != nil, json || values {
      throw ValidationError(
        "'--trace' prints a picture. Remove '\(json ? "--json" : "--values")'."
      )
    }
  }

  func run(_ opened: OpenedStore, on console: Console) async throws(ToolError) -> Int32 {
    if let trace {
      let recorded = try await opened.ask { try await $0.runs.trace(of: run) }
      try console.write(picture(trace, of: recorded))
      return 0
    }
    let report = RunReport(run: try await opened.details(of: run), hasValues: values)
    try console.write(json ? report.json.rendered() : report.text(console.style))
    return 0
  }

  private func picture(_ picture: Picture, of trace: Trace) -> String {
    let text =
      switch picture {
      case .svg: trace.svg(title: run)
      case .mermaid: trace.mermaidGantt(title: run)
      case .chrome: trace.chromeTraceEvents()
      }
    return text.hasSuffix("\n") ? text : text + "\n"
  }
}
