import Futures

/// What happened, in order.
final class Log<Entry: Sendable>: Sendable {
  private let entries = Locked<[Entry]>([])

  var all: [Entry] { entries.withLock { $0 } }

  func add(_ entry: Entry) { entries.withLock { $0.append(entry) } }
}

/// An object to watch the lifetime of.
final class Probe: Sendable {}

struct Refused: Error, Equatable {
  var attempt = 0
}
