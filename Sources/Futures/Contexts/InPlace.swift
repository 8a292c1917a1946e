/// Returns a closure that calls `observer` where it was written.
///
/// Calls for an actor are submitted to it in order; those of nonisolated code are made at once. For
/// what calls an observer again and again: an operation that calls its closure once passes the
/// context of the closure on.
package func inPlace<Value: Sendable>(
  _ observer: @escaping @Sendable @isolated(any) (Value) -> Void
) -> @Sendable (Value) -> Void {
  let call = withoutIsolation(observer)
  guard let isolation = observer.isolation else { return call }
  let context = ExecutionContext(isolation: isolation)
  return { value in context { call(value) } }
}
