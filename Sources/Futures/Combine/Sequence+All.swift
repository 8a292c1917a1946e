/// What ``Swift/Sequence/all(_:)`` does when a future fails.
public struct AllPolicy: Hashable, Sendable {
  private enum Name { case failFast, waitForAll }
  private let name: Name

  /// Fails as soon as one future fails, with the first failure in time.
  public static let failFast = AllPolicy(name: .failFast)

  /// Settles when all futures have.
  ///
  /// Errors beat cancellations; among equals the first in input order wins.
  public static let waitForAll = AllPolicy(name: .waitForAll)

  var collectorPolicy: Collector.Policy { self == .failFast ? .failFast : .waitForAll }
}

extension Sequence {
  /// Waits for all futures and collects their values in input order.
  ///
  /// The same future may occur several times. No futures give an empty array at once. With
  /// ``AllPolicy/failFast`` the other futures go on; their outcomes are dropped.
  ///
  /// - Parameter policy: What happens when a future fails.
  /// - Returns: A future of the values in input order.
  /// - Complexity: O(*n*) in the number of futures.
  public func all<Value, Failure>(
    _ policy: AllPolicy = .failFast
  ) -> Future<[Value], Failure> where Element == Future<Value, Failure> {
    collect(policy.collectorPolicy)
  }

  /// Waits for the futures in input order and collects their values.
  ///
  /// Fails with the first failure in input order, which makes the error independent of timing: a failed
  /// future is only looked at once all those before it have succeeded. No futures give an empty array at
  /// once. Semantics from BrightFutures' `sequence`; to fail sooner, use ``Swift/Sequence/all(_:)``.
  ///
  /// - Returns: A future of the values in input order.
  /// - Complexity: O(*n*) in the number of futures.
  public func sequence<Value, Failure>() -> Future<[Value], Failure>
  where Element == Future<Value, Failure> {
    collect(.inOrder)
  }

  /// Waits for all futures and collects their outcomes in input order.
  ///
  /// Never fails.
  ///
  /// No futures give an empty array at once.
  ///
  /// - Returns: A future of the outcomes in input order.
  /// - Complexity: O(*n*) in the number of futures.
  public func allSettled<Value, Failure>() -> Future<[Result<Value, Failure>], Never>
  where Element == Future<Value, Failure> {
    let cells = map(\.cell)
    let result = Cell.undecided()
    Collector.collect(cells, into: result, policy: .waitForAll) { ending in
      guard case .complete(let sources) = ending else { return }
      let outcomes = sources.compactMap { Future<Value, Failure>(cell: $0).result }
      if outcomes.count == sources.count {
        result.finish(outcomes)
      } else {
        result.finish(failingLike: Cell.abandonedSource, as: Never.self)
      }
    }
    return Future(cell: result)
  }

  private func collect<Value, Failure>(_ policy: Collector.Policy) -> Future<[Value], Failure>
  where Element == Future<Value, Failure> {
    let cells = map(\.cell)
    let result = Cell.undecided()
    Collector.collect(cells, into: result, policy: policy) { ending in
      result.finish(collecting: ending, Value.self, Failure.self)
    }
    return Future(cell: result)
  }
}

extension Cell {
  /// Settles with the array of the collected values, or with the failure that counts.
  func finish<Value, Failure: Error>(
    collecting ending: Collector.Ending,
    _: Value.Type,
    _: Failure.Type
  ) {
    switch ending {
    case .decided(let source):
      finish(failingLike: source, as: Failure.self)
    case .complete(let sources):
      if let failed = Cell.firstFailure(in: sources) {
        finish(failingLike: failed, as: Failure.self)
      } else {
        finish(sources.map { $0.load(as: Value.self) })
      }
    }
  }

  /// The first failure that is not a cancellation, else the first cancellation.
  private static func firstFailure(in sources: [Cell]) -> Cell? {
    let failed = sources.filter { !$0.isSuccess }
    return failed.first { $0.loadFailure().map(isCancellation) != true } ?? failed.first
  }
}
