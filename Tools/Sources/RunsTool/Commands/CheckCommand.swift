import ArgumentParser
@_spi(Stores) import DurableWorkflows
import Foundation
import ToolSupport

/// Compares runs with the definitions of another build.
struct CheckCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Compares the runs that have not ended with the definitions of a new build.",
    discussion: """
      Nothing is changed. The build writes the file, as JSON: the property 'definitions' of its \
      'DurableRuns'. Without the code of the build, records are not decoded, and functions are \
      known by name and version only; its own 'check()' compares these, too. The exit code is 1 \
      if runs would be set aside.

      EXAMPLES
        tenon-runs check --definitions new.json
        tenon-runs check --definitions new.json --json
      """
  )

  @Option(
    help: ArgumentHelp("The file with the definitions of the build.", valueName: "file")
  )
  var definitions: String

  @OptionGroup var options: StoreOptions

  @Flag(help: "Print JSON for programs.")
  var json = false

  @OptionGroup var display: DisplayOptions

  var color: ColorChoice { display.color }

  func run(_ opened: OpenedStore, on console: Console) async throws(ToolError) -> Int32 {
    let definitions = try read()
    let list = CheckedList(runs: try await opened.ask { try await $0.runs.check(definitions) })
    try console.write(json ? list.json.rendered() : list.text(console.style))
    return list.setsAside ? ToolError.Code.negative.rawValue : 0
  }

  private func read() throws(ToolError) -> WorkflowDefinitions {
    let data: Data
    do {
      // Unlike `Data`, it has the reason of the system.
      let file = try FileHandle(forReadingFrom: URL(filePath: definitions))
      defer { try? file.close() }
      data = try file.readToEnd() ?? Data()
    } catch {
      throw ToolError(.failed, "'\(definitions)' cannot be read: \(SystemReason(error)).")
    }
    do {
      return try JSONDecoder().decode(WorkflowDefinitions.self, from: data)
    } catch {
      throw ToolError(
        .failed,
        "'\(definitions)' has no definitions. Write the 'definitions' of the 'DurableRuns' of a "
          + "build into it, as JSON."
      )
    }
  }
}
