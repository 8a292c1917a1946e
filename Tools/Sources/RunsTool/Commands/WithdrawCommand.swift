import ArgumentParser
import DurableWorkflows
import ToolSupport

/// Withdraws a signal.
struct WithdrawCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "withdraw",
    abstract: "Withdraws a signal that a run has not read.",
    discussion: """
      While a process works on the run, the signal counts as read.

      EXAMPLES
        tenon-runs withdraw order-17 approval
      """
  )

  @Argument(help: ArgumentHelp("The identifier of the run.", valueName: "run"))
  var run: String

  @Argument(help: ArgumentHelp("The name of the signal.", valueName: "signal"))
  var signal: String

  @OptionGroup var options: StoreOptions

  @Flag(help: "Print JSON for programs.")
  var json = false

  func run(_ opened: OpenedStore, on console: Console) async throws(ToolError) -> Int32 {
    let action: RunAction
    switch try await opened.ask({ try await $0.runs.withdraw(signal, of: run) }) {
    case .withdrawn:
      action = RunAction(run, "withdrawn", "Run '\(run)' no longer has the signal '\(signal)'.")
    case .absent: action = RunAction(run, refused: "Run '\(run)' has no signal '\(signal)'.")
    case .read: action = .read(signal, of: run)
    case .ended: action = RunAction(run, refused: "Run '\(run)' has ended.")
    case .unknown: action = .unknown(run)
    }
    return try RunAction.report([action], isJSON: json, on: console)
  }
}
