internal import Futures

// Futures are values. They have the identity of their underlying futures, which is cheap to
// compare.

/// Returns whether two values refer to the same future, not only to futures with the same outcome.
///
/// - Parameters:
///   - lhs: A future, or `nil`.
///   - rhs: Another future, or `nil`, which equals only `nil`.
/// - Returns: Whether both are copies of one future.
public func === <T: Sendable, E: Error>(lhs: Future<T, E>?, rhs: Future<T, E>?) -> Bool {
  guard let lhs, let rhs else { return lhs == nil && rhs == nil }
  return lhs.future.isSame(as: rhs.future)
}

/// Returns whether two values refer to different futures.
///
/// - Parameters:
///   - lhs: A future, or `nil`.
///   - rhs: Another future, or `nil`, which equals only `nil`.
/// - Returns: Whether they are copies of different futures.
public func !== <T: Sendable, E: Error>(lhs: Future<T, E>?, rhs: Future<T, E>?) -> Bool {
  !(lhs === rhs)
}

/// Returns whether two values refer to the same future, not only to futures with the same result.
///
/// - Parameters:
///   - lhs: A future, or `nil`.
///   - rhs: Another future, or `nil`, which equals only `nil`.
/// - Returns: Whether both are copies of one future.
public func === <Value: Sendable>(lhs: Async<Value>?, rhs: Async<Value>?) -> Bool {
  guard let lhs, let rhs else { return lhs == nil && rhs == nil }
  return lhs.future.isSame(as: rhs.future)
}

/// Returns whether two values refer to different futures.
///
/// - Parameters:
///   - lhs: A future, or `nil`.
///   - rhs: Another future, or `nil`, which equals only `nil`.
/// - Returns: Whether they are copies of different futures.
public func !== <Value: Sendable>(lhs: Async<Value>?, rhs: Async<Value>?) -> Bool {
  !(lhs === rhs)
}
