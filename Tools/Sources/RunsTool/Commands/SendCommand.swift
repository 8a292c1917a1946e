import ArgumentParser
import DurableWorkflows
import Foundation
import JSONValues
import ToolSupport

/// Sends a signal.
struct SendCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "send",
    abstract: "Sends a signal to a run.",
    discussion: """
      The value is JSON, of the form that the signal has in code; - reads it from standard input. A \
      run takes one signal of a name; it is kept if the run does not wait for it yet.

      EXAMPLES
        tenon-runs send order-17 approval '{"by": "Mia"}'
        tenon-runs send order-17 approval - <approval.json
      """
  )

  @Argument(help: ArgumentHelp("The identifier of the run.", valueName: "run"))
  var run: String

  @Argument(help: ArgumentHelp("The name of the signal.", valueName: "signal"))
  var signal: String

  @Argument(help: ArgumentHelp("The value, as JSON, or - for standard input.", valueName: "json"))
  var value: String

  @OptionGroup var options: StoreOptions

  @Flag(help: "Print JSON for programs.")
  var json = false

  func run(_ opened: OpenedStore, on console: Console) async throws(ToolError) -> Int32 {
    let data = try data(on: console)
    let awaited = try await opened.ask { try await $0.store.load(run)?.awaited ?? [] }
    let delivery = try await opened.ask { try await $0.store.send(data, to: signal, of: run) }
    let action: RunAction
    switch delivery {
    case .kept:
      let names = awaited.sorted().map(RunReport.awaited).joined(separator: ", ")
      let isEarly = !awaited.isEmpty && !awaited.contains(signal)
      let note = isEarly ? " The run waits for \(names) now: check the name." : ""
      action = RunAction(run, "kept", "Signal '\(signal)' is kept for run '\(run)'.\(note)")
    case .taken:
      let reason = "Run '\(run)' has a signal '\(signal)' already; the first one stays."
      action = RunAction(run, refused: reason)
    case .ended: action = RunAction(run, refused: "Run '\(run)' has ended.")
    case .unknown: action = .unknown(run)
    }
    return try RunAction.report([action], isJSON: json, on: console)
  }

  private func data(on console: Console) throws(ToolError) -> Data {
    var bytes = Array(value.utf8)
    if value == "-" {
      bytes = []
      do {
        while case let piece = try console.readInput(), !piece.isEmpty { bytes += piece }
      } catch {
        throw ToolError(.failed, "Standard input could not be read: \(SystemReason(error)).")
      }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    do {
      _ = try JSONValue(parsing: text)
    } catch {
      throw ToolError(
        .usage,
        "The value is not JSON: \(error). Write, for example, '{\"by\": \"Mia\"}', or '\"text\"'."
      )
    }
    return Data(text.utf8)
  }
}
