import Foundation

/// Which step has run for which order in which process, in the order in which that happened.
nonisolated struct Journal: Sendable {
  struct Entry: Codable, Hashable {
    let step: Step
    let order: String
    let process: Int32
  }

  /// The steps of an order that have an effect.
  enum Step: String, Codable, CaseIterable {
    case reserve, charge, pack, ship

    /// Whether its end is recorded in the store.
    var isCheckpoint: Bool { self != .pack }
  }

  private let lines: LineFile<Entry>

  init(at url: URL) { lines = LineFile(url: url) }

  func note(_ step: Step, of order: String) throws {
    try lines.append { _ in Entry(step: step, order: order, process: getpid()) }
  }

  func entries() throws -> [Entry] { try lines.entries() }
}
