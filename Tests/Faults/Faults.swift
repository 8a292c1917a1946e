import Foundation

/// Puts the modules that write, load and run under faults, and counts what is lost or left behind.
///
/// Each scenario runs in a process of its own, so that a trap, a dropped privilege or a leak of one
/// does not reach the others.
@main
enum Faults {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case "scenario":
      guard arguments.count == 5, let scenario = Scenario.named(arguments[1]),
        let rounds = Int(arguments[2]), let seed = UInt64(arguments[3])
      else { misuse() }
      await scenario.runHere(rounds: rounds, seed: seed, in: URL(fileURLWithPath: arguments[4]))
    case "write":
      guard arguments.count >= 3, let writer = Writer(rawValue: arguments[1]) else { misuse() }
      try await writer.writeForever(
        to: URL(fileURLWithPath: arguments[2]),
        from: arguments.count > 3 ? URL(string: arguments[3]) : nil
      )
    case "work":
      guard let worker = DurableWorker(arguments.dropFirst()) else { misuse() }
      try await worker.work()
    case "relay":
      guard arguments.count == 3 else { misuse() }
      try SocketRelay(from: arguments[1], to: arguments[2]).run()
    case "look-up": await SystemLookups.run()
    default:
      guard let options = FaultOptions(arguments) else { misuse() }
      Report(options).print()
    }
  }

  private static func misuse() -> Never {
    let usage = """
      usage: Faults [client|durable|postgresql] [--long] [--seed N] [SCENARIO ...]

      The scenarios: \(Scenario.all.map(\.name).joined(separator: ", ")).
      With AsyncHTTPClient: \(Scenario.client.map(\.name).joined(separator: ", ")).
      With SQLite: \(Scenario.durable.map(\.name).joined(separator: ", ")).
      With PostgreSQL: \(Scenario.postgresql.map(\.name).joined(separator: ", ")).

      """
    FileHandle.standardError.write(Data(usage.utf8))
    exit(2)
  }
}

/// The options of a run.
struct FaultOptions {
  var isLong = false
  var seed: UInt64 = 1
  var scenarios = Scenario.all

  /// Parses arguments; returns `nil` if one is unknown.
  init?(_ arguments: [String]) {
    var names: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "client" where names.isEmpty: scenarios = Scenario.client
      case "durable" where names.isEmpty: scenarios = Scenario.durable
      case "postgresql" where names.isEmpty: scenarios = Scenario.postgresql
      case "--long": isLong = true
      case "--seed":
        guard let number = rest.popFirst().flatMap({ UInt64($0) }) else { return nil }
        seed = number
      default: names.append(argument)
      }
    }
    if scenarios.isEmpty { return nil }
    if names.isEmpty { return }
    scenarios = names.compactMap { Scenario.named($0) }
    if scenarios.count != names.count { return nil }
  }
}

/// Prints a line at once, since the process may end at any time.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
