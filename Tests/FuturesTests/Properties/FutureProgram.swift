/// A random program of futures: the actions of a test, one step after another.
///
/// Steps name futures, promises and closures by the identifiers of the steps that created them. A
/// step that names something that does not exist does nothing, so that every part of a program is a
/// program. Races without contenders do nothing either: like ``Future/never``, they end silently
/// with their last handle.
struct FutureProgram {
  /// The number of manual contexts and of tokens that every program has.
  static let placeCount = 2

  var steps: [Step]

  struct Step: Hashable, Sendable {
    var id: Int
    var action: Action
  }

  indirect enum Action: Hashable, Sendable {
    // Creating
    case promise
    case settled(Outcome)
    case work(Place, Effect)
    case derive(Transform, of: Int, Place, Effect)
    case combine(Combination, [Int])
    case look(Search, [Int], Place, Effect)

    // Observing
    case observe(Kind, Int, Place, Effect)

    // Completing
    case complete(Int, Outcome)
    case completeWith(Int, Int)
    case drop(Int)
    case cancel(Int)
    case cancelToken(Int)
    case forget(Int)

    // Running
    case runJob(context: Int, Int)
    case dropJob(context: Int, Int)
  }

  /// The context of a closure, and its token.
  struct Place: Hashable, Sendable {
    /// The manual context, or `nil` for inline.
    var context: Int?
    /// The token, or `nil` for none.
    var token: Int?
  }

  /// What a closure does before it returns.
  struct Effect: Hashable, Sendable {
    var step: [Step] = []
  }

  /// A transform of one future, in which a number names the future that the closure returns.
  enum Transform: Hashable, Sendable {
    case map, throwingMap, tryMap, mapError, mapResult
    case recover
    case flatMap(Int), throwingFlatMap(Int), flatMapError(Int), flatMapResult(Int)
    /// The closure derives the future that it returns: with the same error type, with another one,
    /// and with one that cannot fail.
    case flatMapToDerived(Int), flatMapToTyped(Int), flatMapToUnfailing(Int)
    /// The closure starts a scope, which takes the token in place of the transform.
    case flatMapToScope(Int)

    /// The future that the closure returns or derives the returned one from.
    var inner: Int? {
      switch self {
      case .map, .throwingMap, .tryMap, .mapError, .mapResult, .recover: nil
      case .flatMap(let inner), .throwingFlatMap(let inner),
        .flatMapError(let inner), .flatMapResult(let inner), .flatMapToDerived(let inner),
        .flatMapToTyped(let inner), .flatMapToUnfailing(let inner), .flatMapToScope(let inner):
        inner
      }
    }
  }

  /// A combination of several futures that takes no closure.
  enum Combination: Hashable, Sendable {
    case all, allWaiting, allSettled, sequence, zip, firstSuccess
    case firstCompleted(cancelsLosers: Bool)

    var isFirstCompleted: Bool { if case .firstCompleted = self { true } else { false } }
  }

  /// A combination of several futures that takes a closure.
  enum Search: Hashable, Sendable { case first, fold }

  enum Kind: Hashable, Sendable { case complete, success, failure, settled }

  /// A comparable outcome of a future.
  indirect enum Outcome: Hashable, Sendable {
    case value(Int)
    case failure(Int)
    case typed(Outcome)
    case cancelled
    case broken(String)
    case noElement
    case aggregate([Outcome])
  }

  /// One call of a closure.
  struct Call: Hashable, Sendable {
    /// The step that passed the closure.
    var step: Int
    /// The closure of the step, if it has several.
    var part = 0
    /// The manual context on which the closure ran, or `nil` if it ran inline.
    var context: Int?
    /// What the closure received.
    var input: Outcome?
  }

  /// A closure of a step.
  struct Closure: Hashable, Sendable {
    var step: Int
    var part = 0
  }
}

// MARK: - Order

extension FutureProgram {
  /// Whether futures wait only for earlier ones, so that none waits for itself.
  var isInOrder: Bool { steps.allSatisfy(\.isInOrder) }
}

extension FutureProgram.Step {
  fileprivate var isInOrder: Bool {
    switch action {
    case .promise, .settled, .complete, .drop, .cancel, .cancelToken, .forget, .runJob, .dropJob:
      true
    case .completeWith(let promise, let other): other < promise
    case .work(_, let effect), .observe(_, _, _, let effect): effect.isInOrder
    case .derive(let transform, let source, _, let effect):
      source < id && (transform.inner ?? -1) < id && effect.isInOrder
    case .combine(_, let inputs): inputs.allSatisfy { $0 < id }
    case .look(_, let inputs, _, let effect):
      inputs.allSatisfy { $0 < id } && effect.isInOrder
    }
  }
}

extension FutureProgram.Effect {
  fileprivate var isInOrder: Bool { step.allSatisfy(\.isInOrder) }
}

// MARK: - What closures compute

extension FutureProgram.Outcome {
  /// Returns the outcome of a closure that may throw for a value, or `nil` if it does not throw.
  static func thrown(by value: Int) -> Self? { value % 3 == 0 ? .failure(value) : nil }

  /// A number that distinguishes an outcome from others.
  var number: Int {
    switch self {
    case .value(let value): value % 1000
    case .failure(let number): 1000 + number % 1000
    case .typed(let outcome): 2000 + outcome.number
    case .cancelled: 5000
    case .broken: 6000
    case .noElement: 7000
    case .aggregate(let outcomes): 8000 + outcomes.count
    }
  }

  static func number(of outcomes: [Self]) -> Int {
    outcomes.reduce(1) { ($0 * 31 + $1.number) % 100_003 }
  }
}
