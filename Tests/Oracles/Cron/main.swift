import DurableWorkflows
import Foundation

/// Reads lines of an expression, a time zone and a time in seconds since 1970, with tabs between
/// them, and prints for each the three times that follow, and the one before, or the error.

struct Clerk {
  // Both times of a repeated hour, as the program does that this is compared with.
  let rules = DaylightSavingRules(skippedTimes: .onceAfter, repeatedTimes: .twice)
  var zones: [String: TimeZone] = [:]

  mutating func answer(_ line: String) -> String {
    let parts = line.split(separator: "\t").map(String.init)
    guard parts.count == 3, let start = Int(parts[2]) else {
      return "error: no line of three parts"
    }
    let known = zones[parts[1]] ?? TimeZone(identifier: parts[1])
    guard let zone = known else { return "error: no time zone '\(parts[1])'" }
    zones[parts[1]] = zone
    do {
      let times = times(try CronExpression(parts[0]), start, zone)
      return times.map { $0.map { "\(Int($0.timeIntervalSince1970))" } ?? "none" }
        .joined(separator: " ")
    } catch {
      return "error: \(error)"
    }
  }

  private func times(_ expression: CronExpression, _ start: Int, _ zone: TimeZone) -> [Date?] {
    let date = Date(timeIntervalSince1970: TimeInterval(start))
    var times: [Date?] = []
    var next: Date? = date
    for _ in 1...3 {
      next = next.flatMap { expression.next(after: $0, in: zone, rules: rules) }
      times.append(next)
    }
    return times + [expression.previous(before: date, in: zone, rules: rules)]
  }
}

var clerk = Clerk()
while let line = readLine() { print(clerk.answer(line)) }
