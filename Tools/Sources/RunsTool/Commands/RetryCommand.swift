import ArgumentParser
import DurableWorkflows
import RunsScreen
import ToolSupport

/// Continues runs that have failed.
struct RetryCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry",
    abstract: "Continues runs that have failed, were cancelled, or were set aside.",
    discussion: """
      A run goes on behind its last record: with the step that has failed. Steps that were undone \
      run again, with the same idempotency keys. Its time limit no longer applies.

      With --as, another run begins with the records of this one, which stays as it is; --from \
      names the step that is the first to run again, as 'show' prints it.

      With the options of a query in place of identifiers, the command counts the runs that it would \
      continue. With --yes, it continues them.

      EXAMPLES
        tenon-runs retry order-17
        tenon-runs retry --status set-aside --workflow 'fulfil order' --yes
        tenon-runs retry order-17 --as order-17-b --from '/fulfil order/charge'
      """
  )

  @OptionGroup var selection: RunSelection

  @OptionGroup var options: StoreOptions

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("The identifier of a new run that begins so.", valueName: "id")
  )
  var copy: String?

  @Option(help: ArgumentHelp("The step from which on the new run does not have the records."))
  var from: String?

  @Option(help: ArgumentHelp("The version of the workflow for the new run.", valueName: "number"))
  var version: Int?

  @Flag(help: "Print JSON for programs.")
  var json = false

  func validate() throws {
    if copy == "" { throw ValidationError("'--as' is empty. Name the new run.") }
    if copy != nil, selection.names.count != 1 {
      throw ValidationError("'--as' names one new run. Specify one run to begin with.")
    }
    if copy == nil, from != nil || version != nil {
      let option = from != nil ? "--from" : "--version"
      throw ValidationError("'\(option)' is for a new run. Name that with '--as'.")
    }
  }

  func run(_ opened: OpenedStore, on console: Console) async throws(ToolError) -> Int32 {
    let runs = try await selection.runs(
      .retriable,
      toBe: "continued",
      opened,
      isJSON: json,
      on: console
    )
    guard let runs else { return 0 }
    var actions: [RunAction] = []
    for run in runs {
      if let copy {
        actions.append(try await fork(run, as: copy, opened))
      } else {
        actions.append(try await reopen(run, opened))
      }
    }
    return try RunAction.report(actions, isJSON: json, on: console)
  }

  private func reopen(_ run: String, _ opened: OpenedStore) async throws(ToolError) -> RunAction {
    guard let details = try await opened.ask({ try await $0.runs.load(run) }) else {
      return .unknown(run)
    }
    if try await opened.ask({ try await $0.runs.reopen(run) }) {
      return RunAction(run, "reopened", "Run '\(run)' goes on when a process takes it.")
    }
    let reason = details.summary.status == .succeeded ? "has succeeded" : "has not ended"
    return RunAction(run, refused: "Run '\(run)' \(reason), and cannot be continued.")
  }

  private func fork(
    _ run: String,
    as copy: String,
    _ opened: OpenedStore
  ) async throws(ToolError) -> RunAction {
    do {
      try await opened.runs.fork(run, as: copy, from: from, version: version)
      return RunAction(copy, "forked", "Run '\(copy)' begins with the records of '\(run)'.")
    } catch is UnknownRun {
      return .unknown(run)
    } catch let error as UnknownStep {
      return RunAction(run, refused: "\(error) 'tenon-runs show' names its steps.")
    } catch let error as RunIdentifierTaken {
      return RunAction(copy, refused: "\(error)")
    } catch {
      throw ToolError(.failed, "\(error)")
    }
  }
}
