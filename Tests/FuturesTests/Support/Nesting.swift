import Futures

/// Calls `last` at some depth of callbacks within callbacks.
func nest(_ depth: Int, _ last: @escaping @Sendable () -> Void) {
  if depth == 0 { return last() }
  let promise = Promise<Void, Never>()
  promise.future.onSuccess { nest(depth - 1, last) }
  promise.succeed()
}
