internal import Futures

// Futures are values. They have no identity but that of what they stand for, which costs nothing to
// compare.

/// Returns whether two futures are the same one, not only futures with the same outcome.
///
/// - Parameters:
///   - lhs: A future, or `nil`.
///   - rhs: Another one, or `nil`, which is the same only as `nil`.
/// - Returns: Whether they are copies of one future.
public func === <T: Sendable, E: Error>(lhs: Future<T, E>?, rhs: Future<T, E>?) -> Bool {
  guard let lhs, let rhs else { return lhs == nil && rhs == nil }
  return lhs.future._isSame(as: rhs.future)
}

/// Returns whether two futures are different ones.
///
/// - Parameters:
///   - lhs: A future, or `nil`.
///   - rhs: Another one, or `nil`, which is the same only as `nil`.
/// - Returns: Whether they are not copies of one future.
public func !== <T: Sendable, E: Error>(lhs: Future<T, E>?, rhs: Future<T, E>?) -> Bool {
  !(lhs === rhs)
}

/// Returns whether two are the same one, not only two with the same result.
///
/// - Parameters:
///   - lhs: One, or `nil`.
///   - rhs: Another one, or `nil`, which is the same only as `nil`.
/// - Returns: Whether they are copies of one.
public func === <Value: Sendable>(lhs: Async<Value>?, rhs: Async<Value>?) -> Bool {
  guard let lhs, let rhs else { return lhs == nil && rhs == nil }
  return lhs.future._isSame(as: rhs.future)
}

/// Returns whether two are different ones.
///
/// - Parameters:
///   - lhs: One, or `nil`.
///   - rhs: Another one, or `nil`, which is the same only as `nil`.
/// - Returns: Whether they are not copies of one.
public func !== <Value: Sendable>(lhs: Async<Value>?, rhs: Async<Value>?) -> Bool {
  !(lhs === rhs)
}
