import Explorer
import Foundation
import Scenarios

/// Explores scenarios, and replays schedules.
@main
struct Explore {
  private static let usage = """
    Usage: explore [--bound N] [--spurious N] [NAME ...]
           explore --replay SCHEDULE NAME
           explore --list

    Runs each scenario under every schedule within the bounds, and prints how many there were and
    the processor time they took. Exits with 1 at the first defect, after printing the schedule that shows it.

      --bound N     How often a schedule may interrupt a thread or let it read an old value (3).
      --spurious N  How often a weak exchange may fail for no reason (0).
      --replay S    Runs one scenario under the schedule S, and prints every operation.
      --list        Lists the scenarios.
      NAME          Takes only the scenarios of these names.
    """

  static func main() {
    var bounds = Bounds(preemptions: 3)
    var names: [String] = []
    var replay: Schedule?
    var arguments = CommandLine.arguments.dropFirst()
    while let argument = arguments.popFirst() {
      switch argument {
      case "--help": return print(usage)
      case "--list": return allScenarios.forEach { print($0.name) }
      case "--bound": bounds.preemptions = number(arguments.popFirst(), after: argument)
      case "--spurious": bounds.spuriousFailures = number(arguments.popFirst(), after: argument)
      case "--replay":
        guard let schedule = arguments.popFirst().flatMap({ Schedule($0) }) else {
          stop("--replay needs a schedule, such as '4:1 17:2'")
        }
        replay = schedule
      default:
        if argument.hasPrefix("-") { stop("unknown option '\(argument)'") }
        names.append(argument)
      }
    }
    let scenarios = allScenarios.filter { names.isEmpty || names.contains($0.name) }
    for name in names where !scenarios.contains(where: { $0.name == name }) {
      stop("no scenario is called '\(name)'; see --list")
    }
    if let replay {
      guard scenarios.count == 1 else { stop("--replay needs the name of one scenario") }
      let finding = scenarios[0].replay(replay, tracing: true)
      print(finding.map { "\($0.defect)" } ?? "nothing was found")
      exit(finding == nil ? 0 : 1)
    }
    explore(scenarios, bounds)
  }

  private static func explore(_ scenarios: [Scenario], _ bounds: Bounds) {
    print(row("scenario", "threads", "schedules", "seconds"))
    var schedules = 0
    var time = Duration.zero
    for scenario in scenarios {
      let report = scenario.explore(bounds)
      schedules += report.schedules
      time += report.time
      print(
        row(report.scenario, "\(report.threads)", "\(report.schedules)", seconds(report.time))
      )
      // This makes lines visible during longer explorations.
      fflush(nil)
      guard let finding = report.finding else { continue }
      print("FOUND in '\(scenario.name)': \(finding.defect)")
      print("replay with: explore --replay '\(finding.schedule)' '\(scenario.name)'")
      exit(1)
    }
    print(row("\(scenarios.count) scenarios", "", "\(schedules)", seconds(time)))
  }

  private static func row(_ columns: String...) -> String {
    let widths = [58, 7, 10, 9]
    return zip(columns, widths).enumerated().map { index, column in
      let space = String(repeating: " ", count: max(0, column.1 - column.0.count))
      return index == 0 ? column.0 + space : space + column.0
    }.joined(separator: " ")
  }

  private static func seconds(_ duration: Duration) -> String {
    String(format: "%.2f", duration / .seconds(1))
  }

  private static func number(_ text: String?, after option: String) -> Int {
    guard let number = text.flatMap({ Int($0) }), number >= 0 else {
      stop("\(option) needs a number")
    }
    return number
  }

  private static func stop(_ message: String) -> Never {
    FileHandle.standardError.write(Data("explore: \(message)\n\(usage)\n".utf8))
    exit(2)
  }
}
