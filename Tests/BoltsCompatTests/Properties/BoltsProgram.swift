import TestSupport

/// A random program of tasks: the actions of a test, one step after another.
///
/// A step refers to tasks by the identifiers of the steps that created them. A step that refers to
/// a task that does not exist does nothing, so that every part of a program is a program.
struct BoltsProgram: Sendable {
  var steps: [Step]

  struct Step: Sendable {
    var id: Int
    var action: Action
  }

  enum Action: Sendable {
    case source
    case settled(Outcome)
    case continued(Form, of: Int, Place, Effect, Answer)
    case complete(Int, Outcome)
    /// Runs the oldest job of a place that holds its jobs.
    case runJob(Place)
  }

  /// A method that registers a continuation.
  enum Form: CaseIterable, Sendable {
    case any, anyWithTask
    case success, successWithTask
    case error, errorWithTask
    /// The closure receives only errors of the type `TestError`.
    case typedError, typedErrorWithTask

    /// Whether the closure returns a task.
    var returnsTask: Bool {
      switch self {
      case .anyWithTask, .successWithTask, .errorWithTask, .typedErrorWithTask: true
      case .any, .success, .error, .typedError: false
      }
    }
  }

  /// The executor of a continuation.
  enum Place: CaseIterable, Sendable {
    case `default`, immediate
    /// Runs each job in the call.
    case closure
    /// Two executors that hold their jobs until a step runs them.
    case held, otherHeld
    /// Releases its jobs.
    case dropping
  }

  /// How a task ends.
  enum Outcome: CaseIterable, Hashable, Sendable {
    case one, two
    case first, second, other
    case cancellation
  }

  /// What a closure does before it returns.
  enum Effect: Sendable {
    case nothing
    case complete(Int, Outcome)
    /// Registers a continuation for any outcome.
    case observe(Int, Place)
  }

  /// What a closure returns or throws.
  enum Answer: Sendable {
    case outcome(Outcome)
    /// A task, if the closure returns one.
    case task(Int)
  }
}

extension BoltsProgram {
  /// Creates the program of a seed.
  init(seed: UInt64) {
    var numbers = RandomNumbers(seed: seed)
    steps = (0..<3).map { Step(id: $0, action: .source) }
    for id in 3..<numbers.number(10...45) {
      steps.append(Step(id: id, action: .random(before: id, &numbers)))
    }
  }

  /// The shortest part of this program, without one step after another, that still meets a
  /// condition.
  func shrunk(while condition: (BoltsProgram) -> Bool) -> BoltsProgram {
    var shortest = self
    for step in steps.reversed() {
      let shorter = BoltsProgram(steps: shortest.steps.filter { $0.id != step.id })
      if condition(shorter) { shortest = shorter }
    }
    return shortest
  }
}

extension BoltsProgram.Action {
  fileprivate static func random(before id: Int, _ numbers: inout RandomNumbers) -> Self {
    typealias Program = BoltsProgram
    let task = numbers.number(0...id - 1)
    let place = numbers.element(Program.Place.allCases)
    let outcome = numbers.element(Program.Outcome.allCases)
    switch numbers.number(0...19) {
    case 0: return .source
    case 1: return .settled(outcome)
    case 2...4: return .complete(numbers.number(0...min(5, id - 1)), outcome)
    case 5...7: return .runJob(numbers.element([.held, .otherHeld]))
    default:
      let effect: Program.Effect =
        switch numbers.number(0...9) {
        case 0...1: .complete(numbers.number(0...2), numbers.element(Program.Outcome.allCases))
        case 2...3: .observe(numbers.number(0...id - 1), numbers.element(Program.Place.allCases))
        default: .nothing
        }
      let answer: Program.Answer =
        numbers.number(0...2) == 0 ? .task(numbers.number(0...id - 1)) : .outcome(outcome)
      return .continued(numbers.element(Program.Form.allCases), of: task, place, effect, answer)
    }
  }
}
