internal import Futures

// Futures are values. They have the identity of their underlying futures, which is cheap to
// compare.

/// Returns whether two values are copies of one future; `nil` equals only `nil`.
public func === <T: Sendable, E: Error>(lhs: Future<T, E>?, rhs: Future<T, E>?) -> Bool {
  guard let lhs, let rhs else { return lhs == nil && rhs == nil }
  return lhs.future.isSame(as: rhs.future)
}

/// Returns whether two values are not copies of one future.
public func !== <T: Sendable, E: Error>(lhs: Future<T, E>?, rhs: Future<T, E>?) -> Bool {
  !(lhs === rhs)
}

/// Returns whether two values are copies of one future; `nil` equals only `nil`.
public func === <Value: Sendable>(lhs: Async<Value>?, rhs: Async<Value>?) -> Bool {
  guard let lhs, let rhs else { return lhs == nil && rhs == nil }
  return lhs.future.isSame(as: rhs.future)
}

/// Returns whether two values are not copies of one future.
public func !== <Value: Sendable>(lhs: Async<Value>?, rhs: Async<Value>?) -> Bool {
  !(lhs === rhs)
}
