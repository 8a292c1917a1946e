internal import Futures

// Tasks are values. They have the identity of their underlying futures, which is cheap to compare.

/// Returns whether two values are copies of one task; `nil` equals only `nil`.
public func === <Value: Sendable>(lhs: BFTask<Value>?, rhs: BFTask<Value>?) -> Bool {
  guard let lhs, let rhs else { return lhs == nil && rhs == nil }
  return lhs.future.isSame(as: rhs.future)
}

/// Returns whether two values are not copies of one task.
public func !== <Value: Sendable>(lhs: BFTask<Value>?, rhs: BFTask<Value>?) -> Bool {
  !(lhs === rhs)
}
