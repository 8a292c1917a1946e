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
      run takes one signal of a name, or each value if the signal queues; it is kept if the run does \
      not wait for it yet. A name that \
      the workflow of the run does not declare is refused. A value that the run cannot read sets it \
      aside: replace the value, and retry the run.

      EXAMPLES
        tenon-runs send order-17 approval '{"by": "Mia"}'
        tenon-runs send order-17 approval '{"by": "Max"}' --replace
        tenon-runs send order-17 approval - <approval.json
      """
  )

  @Argument(help: ArgumentHelp("The identifier of the run.", valueName: "run"))
  var run: String

  @Argument(help: ArgumentHelp("The name of the signal.", valueName: "signal"))
  var signal: String

  @Argument(help: ArgumentHelp("The value, as JSON, or - for standard input.", valueName: "json"))
  var value: String

  @Flag(help: "Replace a signal of this name that the run has not read.")
  var replace = false

  @OptionGroup var options: StoreOptions

  @Flag(help: "Print JSON for programs.")
  var json = false

  func run(_ opened: OpenedStore, on console: Console) async throws(ToolError) -> Int32 {
    let data = try data(on: console)
    let action = try await opened.ask { opened in
      do {
        return try await send(data, opened)
      } catch let error as UndeclaredSignal {
        return RunAction(run, refused: error.description)
      }
    }
    return try RunAction.report([action], isJSON: json, on: console)
  }

  private func send(_ data: Data, _ opened: OpenedStore) async throws -> RunAction {
    var delivery = try await opened.runs.send(encoded: data, to: signal, of: run)
    if replace, delivery == .taken {
      let withdrawal = try await opened.runs.withdraw(signal, of: run)
      if withdrawal == .read { return .read(signal, of: run) }
      delivery = try await opened.runs.send(encoded: data, to: signal, of: run)
    }
    switch delivery {
    case .kept: return RunAction(run, "kept", "Signal '\(signal)' is kept for run '\(run)'.")
    case .taken:
      let reason = "Run '\(run)' has a signal '\(signal)' already; --replace replaces one not read."
      return RunAction(run, refused: reason)
    case .ended: return RunAction(run, refused: "Run '\(run)' has ended.")
    case .unknown: return .unknown(run)
    }
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
