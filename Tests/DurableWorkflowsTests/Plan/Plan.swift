@_spi(Stores) @testable import DurableWorkflows

/// The tree of a workflow's steps, as far as it matters for resuming: the model of a definition.
///
/// Values are numbers and are combined in a fixed way, so that a plan is a value that can be
/// compared, drawn at random and explored. The effects of steps are not part of it.
indirect enum Plan: Hashable, Sendable {
  /// A step without recorded steps inside.
  case step(Leaf)
  /// Steps one after another.
  case chain(String, [Plan])
  /// Concurrent branches.
  case parallel(String, [Plan])
  /// A step for each of a number of elements, of which a limited number runs at a time.
  case forEach(String, Plan, count: Int, limit: Int)
  /// The first step for even inputs, and the other for odd ones.
  case when(String, Plan, otherwise: Plan)
  /// A step with a fallback for its failure.
  case recover(String, Plan, fallback: Plan)
  /// A step whose failure becomes a value.
  case settle(String, Plan)
  /// A step with further attempts after a failure, and a pause before each.
  case retry(String, Plan, attempts: Int, pause: Int)
  /// A step that fails when its time is over.
  case limit(String, Plan, time: Int)
  /// A step whose output is recorded.
  case checkpoint(String, Plan, isCompensated: Bool)
  /// A wait for a time.
  case wait(String, Int)
  /// A wait for a signal, with the name of the step.
  case signal(String, timeout: Int?)

  /// A step whose parts are not recorded, and begin again with it.
  struct Leaf: Hashable, Sendable {
    var name: String
    var isRecorded: Bool
    /// Whether another step compensates it, which only a recorded step allows later.
    var isCompensated: Bool
  }

  /// The name of the step among its siblings.
  var name: String {
    switch self {
    case .step(let leaf): leaf.name
    case .chain(let name, _), .parallel(let name, _), .forEach(let name, _, _, _),
      .when(let name, _, _), .recover(let name, _, _), .settle(let name, _),
      .retry(let name, _, _, _), .limit(let name, _, _), .checkpoint(let name, _, _),
      .wait(let name, _), .signal(let name, _):
      name
    }
  }

  /// The steps inside this one, in order.
  var parts: [Plan] {
    switch self {
    case .step, .wait, .signal: []
    case .chain(_, let steps), .parallel(_, let steps): steps
    case .when(_, let one, let other), .recover(_, let one, let other): [one, other]
    case .forEach(_, let step, _, _), .settle(_, let step), .retry(_, let step, _, _),
      .limit(_, let step, _), .checkpoint(_, let step, _):
      [step]
    }
  }
}

extension Plan {
  /// Whether a time limit inside can abandon steps.
  var hasLimit: Bool {
    if case .limit = self { return true }
    return parts.contains(where: \.hasLimit)
  }
}

/// The rules by which the values of a plan are combined.
enum PlanValue {
  static func joined(_ values: [Int]) -> Int { values.reduce(7) { ($0 &* 31 &+ $1) % 1_000_003 } }

  static func element(_ index: Int, of input: Int) -> Int { input + index }

  /// The value of a failure that was settled.
  static let settled = -1
}

// The payloads of the model are numbers.
typealias RunChange = DurableWorkflows.RunChange<Int>
typealias RunRow = DurableWorkflows.RunRow<Int>
typealias RunTable = DurableWorkflows.RunTable<Int>
typealias RunOutcome = DurableWorkflows.RunOutcome<Int>
typealias RunContinuation = DurableWorkflows.RunContinuation<Int>

extension RunFailure {
  static func step(_ name: String) -> RunFailure { .error(type: "step", message: name) }

  static func timeout(_ name: String) -> RunFailure { .error(type: "timeout", message: name) }
}
