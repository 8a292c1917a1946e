/// Returns a future of the values of several futures, as a tuple.
///
/// ```swift
/// zip(user(id: 7), avatar(of: 7), unreadCount())
///   .onSuccess { user, avatar, unread in show(user, avatar, unread) }
/// ```
///
/// ![The tuple comes with the last value, a failure in the order of futures.](zip)
///
/// Fails with the first failure by position, as soon as all futures before it have succeeded, so
/// that the error does not depend on timing.
///
/// - Parameter futures: Any number of futures with one error type.
/// - Returns: A future of the tuple of values.
public func zip<each Value, Failure: Error>(
  _ futures: repeat Future<each Value, Failure>
) -> Future<(repeat each Value), Failure> {
  var cells: [Cell] = []
  repeat cells.append((each futures).cell)
  let result = Cell.undecided()
  let collector = Collector(for: result, count: cells.count, policy: .inOrder) { ending in
    switch ending {
    case .decided(let source):
      result.finish(failingLike: source, as: Failure.self)
    case .complete(let sources):
      var rest = sources.makeIterator()
      func next<T>(_ type: T.Type) -> T { rest.next()!!.load(as: type) }
      result.finish((repeat next((each Value).self)))
    }
  }
  for (index, cell) in cells.enumerated() { collector.observe(cell, at: index) }
  return Future(cell: result)
}

/// Returns a future of the values of several futures with different error types, as a tuple.
///
/// The error type is `any Error`, which holds all of them. Otherwise like the other `zip`.
///
/// - Parameter futures: Any number of futures.
/// - Returns: A future of the tuple of values.
@_disfavoredOverload
public func zip<each Value, each Failure: Error>(
  _ futures: repeat Future<each Value, each Failure>
) -> Future<(repeat each Value), any Error> {
  zip(repeat (each futures).eraseFailure())
}

extension Future {
  /// Returns a future of the values of this future and others, as a tuple.
  ///
  /// Fails with the first failure by position: this future's, then those of `others` from left to
  /// right.
  ///
  /// - Parameter others: Any number of futures with the same error type.
  /// - Returns: A future of the tuple of values.
  public func zip<each Other>(
    _ others: repeat Future<each Other, Failure>
  ) -> Future<(Value, repeat each Other), Failure> {
    Futures.zip(self, repeat each others)
  }
}
