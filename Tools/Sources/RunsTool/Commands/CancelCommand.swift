import ArgumentParser
import DurableWorkflows
import RunsScreen
import ToolSupport

/// Cancels runs.
struct CancelCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Cancels runs, and has them undo what they have done.",
    discussion: """
      A run that has nothing to undo, and that no process works on, has ended at once. Another one \
      ends when its process learns of it, or when a process is there to undo it.

      With the options of a query in place of identifiers, the command counts the runs that it would \
      cancel. With --yes, it cancels them.

      EXAMPLES
        tenon-runs cancel order-17
        tenon-runs cancel order-17 order-18 --json
        tenon-runs cancel --workflow 'fulfil order' --status waiting --yes
      """
  )

  @OptionGroup var selection: RunSelection

  @OptionGroup var options: StoreOptions

  @Flag(help: "Print JSON for programs.")
  var json = false

  func run(_ opened: OpenedStore, on console: Console) async throws(ToolError) -> Int32 {
    let runs = try await selection.runs(
      .cancellable,
      toBe: "cancelled",
      opened,
      isJSON: json,
      on: console
    )
    guard let runs else { return 0 }
    var actions: [RunAction] = []
    for run in runs { actions.append(try await cancel(run, opened)) }
    return try RunAction.report(actions, isJSON: json, on: console)
  }

  private func cancel(_ run: String, _ opened: OpenedStore) async throws(ToolError) -> RunAction {
    switch try await opened.ask({ try await $0.runs.cancel(run) }) {
    case .cancelled: return RunAction(run, "cancelled", "Run '\(run)' was cancelled.")
    case .requested:
      return RunAction(run, "requested", "Run '\(run)' will end, and undo what it has done.")
    case .unknown: return .unknown(run)
    case .refused:
      let details = try await opened.ask { try await $0.runs.load(run) }
      let reason = details?.undoing != nil ? "is being undone already" : "has ended"
      return RunAction(run, refused: "Run '\(run)' \(reason), and was not cancelled.")
    }
  }
}
