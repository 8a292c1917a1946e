// The shapes of closures that return a future, for `withoutIsolation(_:)` of the module `Futures`,
// which says why the cast is sound. Its generic form fits them, too, but there a closure would be
// wrapped twice, at the price of two allocations.
//
// The caller runs the result only on the context of the closure's `isolation`.

// MARK: (Input) -> Future

/// A closure of this shape, with the isolation of the code it was written in.
@usableFromInline
struct IsolatedWork<Input, Value: Sendable, Failure: Error> {
  @usableFromInline let call: @Sendable @isolated(any) (Input) -> Future<Value, Failure>

  @inlinable
  init(_ call: @escaping @Sendable @isolated(any) (Input) -> Future<Value, Failure>) {
    self.call = call
  }
}

/// A closure of this shape without isolation.
@usableFromInline
struct Work<Input, Value: Sendable, Failure: Error> {
  @usableFromInline let call: @Sendable (Input) -> Future<Value, Failure>

  @inlinable
  init(_ call: @escaping @Sendable (Input) -> Future<Value, Failure>) { self.call = call }
}

/// Returns a closure as a nonisolated one, for the context of its isolation to call.
@inlinable
func withoutIsolation<Input, Value: Sendable, Failure: Error>(
  _ closure: @escaping @Sendable @isolated(any) (Input) -> Future<Value, Failure>
) -> @Sendable (Input) -> Future<Value, Failure> {
  unsafeBitCast(IsolatedWork(closure), to: Work.self).call
}
