/// What ``Swift/Sequence/all(_:)`` does when a future fails.
public struct AllPolicy: Hashable, Sendable {
  private enum Name { case failFast, failInOrder, waitForAll }
  private let name: Name

  /// Fails as soon as one future fails, with the first failure in time.
  public static let failFast = AllPolicy(name: .failFast)

  /// Fails with the first failure in input order.
  ///
  /// The error does not depend on timing: a failed future counts once all those before it have
  /// succeeded. Semantics from BrightFutures' `sequence`.
  public static let failInOrder = AllPolicy(name: .failInOrder)

  /// Settles when all futures have.
  ///
  /// Errors beat cancellations; among equals the first in input order wins.
  public static let waitForAll = AllPolicy(name: .waitForAll)

  @usableFromInline
  var collectorPolicy: Collector.Policy {
    switch name {
    case .failFast: .failFast
    case .failInOrder: .inOrder
    case .waitForAll: .waitForAll
    }
  }
}

extension Sequence {
  /// Returns a future of all values, in the order of the futures.
  ///
  /// The same future may occur several times. An empty sequence settles with an empty array at
  /// once. With ``AllPolicy/failFast`` the other futures continue and their outcomes are dropped.
  ///
  /// ![failFast fails first, failInOrder later, waitForAll at the very end.](all)
  ///
  /// - Parameter policy: What happens when a future fails.
  /// - Returns: A future of the values in input order.
  /// - Complexity: O(*n*) in the number of futures.
  @inlinable
  public func all<Value, Failure>(
    _ policy: AllPolicy = .failFast
  ) -> Future<[Value], Failure> where Element == Future<Value, Failure> {
    collect(policy.collectorPolicy)
  }

  /// Returns a future of all outcomes, in the order of the futures.
  ///
  /// The future never fails. An empty sequence settles with an empty array at once.
  ///
  /// ![The outcomes come when the last future has settled.](allSettled)
  ///
  /// - Returns: A future of the outcomes in input order.
  /// - Complexity: O(*n*) in the number of futures.
  @inlinable
  public func allSettled<Value, Failure>() -> Future<[Result<Value, Failure>], Never>
  where Element == Future<Value, Failure> {
    let result = Collector.collect(self, policy: .waitForAll) { result, ending in
      result.finish(collectingOutcomesOf: ending, Value.self, Failure.self)
    }
    return Future(cell: result)
  }

  @inlinable
  func collect<Value, Failure>(_ policy: Collector.Policy) -> Future<[Value], Failure>
  where Element == Future<Value, Failure> {
    let result = Collector.collect(self, policy: policy) { result, ending in
      result.finish(collecting: ending, Value.self, Failure.self)
    }
    return Future(cell: result)
  }
}

extension Cell {
  /// Settles with the array of the collected values, or with the failure that counts.
  @inlinable
  func finish<Value: Sendable, Failure: Error>(
    collecting ending: Collector.Ending,
    _: Value.Type,
    _: Failure.Type
  ) {
    switch ending {
    case .decided(let source):
      finish(failingLike: source, as: Failure.self)
    case .complete(let sources):
      var values: [Value] = []
      values.reserveCapacity(sources.count)
      for source in sources {
        guard let source, source.isSuccess else {
          return finish(failingLike: Cell.firstFailure(in: sources), as: Failure.self)
        }
        values.append(source.load(as: Value.self))
      }
      finish(values)
    }
  }

  /// Settles with the array of the collected outcomes, unless one of them is unavailable.
  @inlinable
  func finish<Value: Sendable, Failure: Error>(
    collectingOutcomesOf ending: Collector.Ending,
    _: Value.Type,
    _: Failure.Type
  ) {
    guard case .complete(let sources) = ending else { return }
    var outcomes: [Result<Value, Failure>] = []
    outcomes.reserveCapacity(sources.count)
    for source in sources {
      guard let source, let outcome = Future<Value, Failure>(cell: source).currentResult else {
        return finish(failingLike: Cell.abandonedSource, as: Never.self)
      }
      outcomes.append(outcome)
    }
    finish(outcomes)
  }

  /// The first failure that is not a cancellation, else the first cancellation.
  @usableFromInline
  static func firstFailure(in sources: [Cell?]) -> Cell {
    let failed = sources.lazy.compactMap { $0 }.filter { !$0.isSuccess }
    let error = failed.first { $0.loadFailure().map(isCancellation) != true }
    return error ?? failed.first ?? abandonedSource
  }
}
