@testable import DurableWorkflows

/// The tree of the steps of a workflow, as far as it matters for resuming: the model of a
/// definition.
///
/// Values are numbers, and what joins them is fixed, so that a plan is a value that can be
/// compared, drawn at random and explored. What a step does is not part of it.
indirect enum Plan: Hashable, Sendable {
  /// A step that runs in one go.
  case step(Leaf)
  /// Steps one after another.
  case chain(String, [Plan])
  /// Branches side by side.
  case parallel(String, [Plan])
  /// A step for each of a number of elements, a few of them at a time.
  case forEach(String, Plan, count: Int, limit: Int)
  /// The first for even inputs, and the other one for odd ones.
  case when(String, Plan, otherwise: Plan)
  /// Another step in place of one that fails.
  case recover(String, Plan, fallback: Plan)
  /// A failure as a value.
  case settle(String, Plan)
  /// Further attempts after a failure, with a pause before each.
  case retry(String, Plan, attempts: Int, pause: Int)
  /// A failure when the time is over.
  case limit(String, Plan, time: Int)
  /// The output of other steps as a record.
  case checkpoint(String, Plan, isCompensated: Bool)
  /// A time to wait.
  case wait(String, Int)
  /// A signal to wait for, with the name of the step.
  case signal(String, timeout: Int?)

  /// A step that runs in one go: what is inside it begins anew with it.
  struct Leaf: Hashable, Sendable {
    var name: String
    var isRecorded: Bool
    /// Whether another step undoes its effect; only that of a recorded step can be undone later.
    var isCompensated: Bool
  }

  /// The name of the step among those beside it.
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
  /// Whether a time limit in it can leave steps behind.
  var hasLimit: Bool {
    if case .limit = self { return true }
    return parts.contains(where: \.hasLimit)
  }
}

/// How the values of a plan are joined.
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
