import Foundation

/// A journal of which step ran for which order in which process, in order.
nonisolated struct Journal: Sendable {
  struct Entry: Codable, Hashable {
    let step: Step
    let order: String
    let process: Int32
    /// The number of entries that there were when the step began.
    let after: Int
  }

  /// The steps of an order that have an effect.
  enum Step: String, Codable, CaseIterable {
    case reserve, charge, pack, ship
  }

  private let lines: LineFile<Entry>

  init(at url: URL) { lines = LineFile(url: url) }

  func note(_ step: Step, of order: String, after count: Int) async throws {
    try await lines.append { _ in
      Entry(step: step, order: order, process: getpid(), after: count)
    }
  }

  func entries() throws -> [Entry] { try lines.entries() }
}
