import Testing

@_spi(Stores) @testable import DurableWorkflows

/// A plan, with the behavior of its steps and of the outside world.
struct Scenario: Hashable, Sendable {
  /// The behavior of a step, which is the same for the same input and attempt.
  enum Behaviour: Hashable, Sendable {
    case add(Int)
    case fail
    /// Fails up to an attempt.
    case failUntil(attempt: Int)
    /// Ends after a time.
    case slow(Int)
  }

  /// A signal from outside.
  struct Sending: Hashable, Sendable {
    let name: String
    let value: Int
    /// Whether it arrives before the run begins; otherwise, it arrives when the run is parked.
    let isEarly: Bool
  }

  var name = "scenario"
  var plan: Plan
  var input = 1
  /// The behavior of steps that do not add one.
  var behaviours: [String: Behaviour] = [:]
  /// The steps whose compensation fails.
  var failingUndos: Set<String> = []
  var sendings: [Sending] = []

  func behaviour(of name: String) -> Behaviour { behaviours[name] ?? .add(1) }

  func outcome(of leaf: Plan.Leaf, _ input: Int, attempt: Int) -> RunOutcome {
    switch behaviour(of: leaf.name) {
    case .add(let number): .value(input + number)
    case .fail: .failure(.step(leaf.name))
    case .failUntil(let last): attempt <= last ? .failure(.step(leaf.name)) : .value(input + 1)
    case .slow: .value(input + 1)
    }
  }
}

extension Scenario: CustomTestStringConvertible {
  var testDescription: String { name }
}

extension Plan {
  /// The names of the steps without steps inside.
  var leafNames: Set<String> {
    if case .step(let leaf) = self { return [leaf.name] }
    return parts.reduce(into: []) { $0.formUnion($1.leafNames) }
  }

  /// The plan in one line, for messages.
  var outline: String {
    let inside = parts.isEmpty ? "" : "(\(parts.map(\.outline).joined(separator: ", ")))"
    switch self {
    case .step(let leaf):
      return name + (leaf.isCompensated ? "!!" : leaf.isRecorded ? "!" : "")
    case .forEach(_, _, let count, let limit): return "\(name)[\(count)/\(limit)]" + inside
    case .retry(_, _, let attempts, let pause): return "\(name)[\(attempts), \(pause)]" + inside
    case .limit(_, _, let time), .wait(_, let time): return "\(name)[\(time)]" + inside
    case .signal(_, let timeout): return "\(name)[\(timeout.map { "\($0)" } ?? "")]"
    default: return name + inside
    }
  }

  /// A step that is not recorded.
  static func plain(_ name: String) -> Plan {
    .step(Leaf(name: name, isRecorded: false, isCompensated: false))
  }

  /// A step that is recorded.
  static func kept(_ name: String) -> Plan {
    .step(Leaf(name: name, isRecorded: true, isCompensated: false))
  }

  /// A step that is recorded, and compensated if the run fails.
  static func undoable(_ name: String) -> Plan {
    .step(Leaf(name: name, isRecorded: true, isCompensated: true))
  }
}
