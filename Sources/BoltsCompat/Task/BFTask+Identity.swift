internal import Futures

// Tasks are values. They have the identity of their underlying futures, which is cheap to compare.

/// Returns whether two values refer to the same task, not only to tasks with the same outcome.
///
/// - Parameters:
///   - lhs: A task, or `nil`.
///   - rhs: Another task, or `nil`, which equals only `nil`.
/// - Returns: Whether both are copies of one task.
public func === <Value: Sendable>(lhs: BFTask<Value>?, rhs: BFTask<Value>?) -> Bool {
  guard let lhs, let rhs else { return lhs == nil && rhs == nil }
  return lhs.future.isSame(as: rhs.future)
}

/// Returns whether two values refer to different tasks.
///
/// - Parameters:
///   - lhs: A task, or `nil`.
///   - rhs: Another task, or `nil`, which equals only `nil`.
/// - Returns: Whether they are copies of different tasks.
public func !== <Value: Sendable>(lhs: BFTask<Value>?, rhs: BFTask<Value>?) -> Bool {
  !(lhs === rhs)
}
