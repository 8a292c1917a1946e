import DurableWorkflows
import Foundation

/// A report of which steps ran for each order, how often, and how often they had an effect.
package struct Report: CustomStringConvertible {
  /// The data about one order from the store, the journal, and the bank.
  struct Row {
    let order: String
    let status: DurableRunStatus
    let times: [Journal.Step: Int]
    let asked: Int
    let charged: Int
  }

  let rows: [Row]
  /// Steps that ran again although they were recorded.
  let repetitions: [String]

  init(
    orders: [RunSummary],
    entries: [Journal.Entry],
    accounts: [String: Bank.Account]
  ) {
    let numbered = Dictionary(grouping: entries.enumerated(), by: \.element.order)
    rows = orders.map { order in
      let mine = numbered[order.id] ?? []
      return Row(
        order: order.id,
        status: order.status,
        times: Dictionary(mine.map { ($0.element.step, 1) }, uniquingKeysWith: +),
        asked: accounts[order.id]?.asked ?? 0,
        charged: accounts[order.id]?.charged ?? 0
      )
    }
    repetitions = orders.flatMap { Self.repetitions(in: numbered[$0.id] ?? []) }
  }

  /// Whether each order was charged once, or not at all if it has not come that far or has ended
  /// otherwise, and no recorded step ran again.
  package var isFine: Bool {
    repetitions.isEmpty
      && rows.allSatisfy { row in
        switch row.status {
        case .succeeded: row.charged == 1
        // What was charged is given back.
        case .failed, .cancelled: row.charged == 0
        case .queued, .waiting, .running, .setAside: (0...1).contains(row.charged)
        }
      }
  }

  /// Returns the steps of an order that began again after a later step had run, before which they
  /// are recorded.
  ///
  /// A step that a suspended process had begun before may end at any time.
  private static func repetitions(
    in entries: [(offset: Int, element: Journal.Entry)]
  ) -> [String] {
    let steps = Journal.Step.allCases
    return entries.compactMap { _, entry in
      guard let number = steps.firstIndex(of: entry.step) else { return nil }
      let isRecorded = entries.contains { offset, other in
        offset < entry.after && steps[(number + 1)...].contains(other.step)
      }
      return isRecorded ? "\(entry.step) of \(entry.order)" : nil
    }
  }

  package var description: String {
    ([header] + rows.map(line) + [""] + summary).joined(separator: "\n")
  }

  private static let width = 11

  private var header: String {
    Self.line(["order", "status"] + Journal.Step.allCases.map(\.rawValue) + ["asked", "charged"])
  }

  private func line(_ row: Row) -> String {
    let times = Journal.Step.allCases.map { "\(row.times[$0] ?? 0)" }
    return Self.line(
      [row.order, row.status.rawValue] + times + ["\(row.asked)", "\(row.charged)"]
    )
  }

  private static func line(_ cells: [String]) -> String {
    let padded = cells.enumerated().map { index, cell in
      cell.padding(toLength: index < 2 ? width : 9, withPad: " ", startingAt: 0)
    }
    return padded.joined().trimmingCharacters(in: .whitespaces)
  }

  private var summary: [String] {
    let twice = rows.flatMap { row in
      Journal.Step.allCases.compactMap { step -> String? in
        guard let times = row.times[step], times > 1 else { return nil }
        return "  \(step) of \(row.order), \(times) times: \(reason(step, row))"
      }
    }
    let once = rows.flatMap { row in row.times.values }.count { $0 == 1 }
    let charged = rows.count { $0.charged == 1 }
    return ["Ran more than once:"] + (twice.isEmpty ? ["  nothing"] : twice) + [
      "Ran once: \(once) steps.",
      "Ran again although recorded: "
        + (repetitions.isEmpty ? "nothing." : repetitions.joined(separator: ", ") + "."),
      "Charged once: \(charged) of \(rows.count) orders; more than once: "
        + "\(rows.count { $0.charged > 1 }).",
    ]
  }

  private func reason(_ step: Journal.Step, _ row: Row) -> String {
    switch step {
    case .charge: "not recorded in time; the bank knew the key, and charged \(row.charged) time(s)"
    case .reserve, .pack, .ship: "not recorded in time"
    }
  }
}
