import Futures
import FuturesTesting
import Testing
import TestSupport

/// The functor and monad laws, for every outcome and timing.
@Suite struct FutureLawsTests {
  typealias Node = Future<Int, any Error>
  typealias Outcome = FutureProgram.Outcome

  /// The time when the futures of a law settle.
  enum Timing: CaseIterable, Sendable {
    /// Before anything is derived from them.
    case before
    /// After everything was derived.
    case after
    /// In a closure that runs while the law's own closures run.
    case within
    /// Later, by a job of a context.
    case onContext
  }

  static let outcomes: [Outcome] = [.value(3), .failure(4), .cancelled]

  static let cases: [(Outcome, Timing)] = outcomes.flatMap { outcome in
    Timing.allCases.map { (outcome, $0) }
  }

  /// Creates futures with a given outcome and timing, and settles them.
  private final class Situation: Sendable {
    private let timing: Timing
    private let outcome: Outcome
    private let manual = ManualContext()
    private let promises = Log<Promise<Int, any Error>>()

    init(_ outcome: Outcome, _ timing: Timing) {
      self.outcome = outcome
      self.timing = timing
    }

    /// Returns a future that will have the outcome.
    func future() -> Node { future(outcome) }

    func future(_ outcome: Outcome) -> Node {
      let promise = Promise<Int, any Error>()
      promise.future.ignoringFailure()
      switch timing {
      case .before: promise.complete(outcome.result)
      case .after: promises.add(promise)
      case .within:
        // The closure of another future, which settles last, completes this one.
        let trigger = Promise<Int, any Error>()
        trigger.future.on(.inline).onComplete { _ in promise.complete(outcome.result) }
        promises.add(trigger)
      case .onContext:
        Future<Void, Never>().on(manual.context).onSuccess { promise.complete(outcome.result) }
      }
      return promise.future
    }

    /// Settles all futures, and returns the outcome of one.
    func outcome(of future: Node) -> Outcome? {
      manual.runAll()
      // Completing a promise may create more promises.
      var index = 0
      while index < promises.count {
        promises.all[index].complete(outcome.result)
        index += 1
        manual.runAll()
      }
      return future.currentResult.map { Outcome($0) }
    }
  }

  /// Returns the outcome of a future that `build` derives from one with an outcome and a timing.
  private func outcome(
    _ outcome: Outcome,
    _ timing: Timing,
    _ build: (_ source: Node, _ later: @escaping @Sendable (Outcome) -> Node) -> Node
  ) -> Outcome? {
    let situation = Situation(outcome, timing)
    let built = build(situation.future()) { situation.future($0) }
    return situation.outcome(of: built)
  }

  /// Expects that ``outcome(_:_:_:)`` is the same for both sides of an equation.
  private func expectEqual(
    _ case: (Outcome, Timing),
    _ left: (Node, @escaping @Sendable (Outcome) -> Node) -> Node,
    _ right: (Node, @escaping @Sendable (Outcome) -> Node) -> Node,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let leftOutcome = outcome(`case`.0, `case`.1, left)
    let rightOutcome = outcome(`case`.0, `case`.1, right)
    #expect(leftOutcome != nil, sourceLocation: sourceLocation)
    #expect(leftOutcome == rightOutcome, sourceLocation: sourceLocation)
  }

  // MARK: Functor

  @Test(arguments: cases)
  func mappingTheIdentityChangesNothing(_ case: (Outcome, Timing)) {
    expectEqual(`case`, { future, _ in future.map { $0 } }, { future, _ in future })
  }

  @Test(arguments: cases)
  func mappingTwiceIsMappingTheComposition(_ case: (Outcome, Timing)) {
    let double: @Sendable (Int) -> Int = { $0 * 2 }
    let next: @Sendable (Int) -> Int = { $0 + 1 }
    expectEqual(
      `case`,
      { future, _ in future.map(double).map(next) },
      { future, _ in future.map { next(double($0)) } }
    )
  }

  // MARK: Monad

  @Test(arguments: cases)
  func flatMappingAValueIsCallingTheClosure(_ case: (Outcome, Timing)) {
    // The future that the closure returns has the given outcome and timing.
    let outcome = `case`.0
    expectEqual(
      `case`,
      { _, later in Node(value: 1).flatMap { _ in later(outcome) } },
      { _, later in later(outcome) }
    )
  }

  @Test(arguments: cases)
  func flatMappingToTheValueChangesNothing(_ case: (Outcome, Timing)) {
    expectEqual(
      `case`,
      { future, _ in future.flatMap { Node(value: $0) } },
      { future, _ in future }
    )
  }

  @Test(arguments: cases, outcomes)
  func flatMapIsAssociative(_ case: (Outcome, Timing), _ inner: Outcome) {
    expectEqual(
      `case`,
      { future, later in
        future.flatMap { _ in later(inner) }.flatMap { later(.value($0 * 5)) }
      },
      { future, later in
        future.flatMap { _ in later(inner).flatMap { later(.value($0 * 5)) } }
      }
    )
  }

  @Test(arguments: cases)
  func mapIsFlatMapToAValue(_ case: (Outcome, Timing)) {
    expectEqual(
      `case`,
      { future, _ in future.map { $0 + 1 } },
      { future, _ in future.flatMap { Node(value: $0 + 1) } }
    )
  }
}

extension FutureProgram.Outcome {
  fileprivate var result: Result<Int, any Error> {
    if case .value(let value) = self { .success(value) } else { .failure(error) }
  }
}
