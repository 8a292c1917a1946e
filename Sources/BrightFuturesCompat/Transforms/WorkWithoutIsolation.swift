public import Futures

// Structs with a closure as their only property, for closures that return a future of this module:
// `withoutIsolation(_:)` of the module `Futures` says what they are for and why the cast is sound.
// Its generic structs fit these closures as well, but a future is returned in a register, and a
// generic `Output` is not: a closure would be wrapped on its way into the struct and again on its
// way out, at the price of two allocations.
//
// The caller runs the result only on the context of the closure's `isolation`.

/// A closure that returns a future, with the isolation of the code it was written in.
@usableFromInline
struct IsolatedWork<Input, Value: Sendable, Failure: Error> {
  @usableFromInline let call: @Sendable @isolated(any) (Input) -> Future<Value, Failure>

  @inlinable
  init(_ call: @escaping @Sendable @isolated(any) (Input) -> Future<Value, Failure>) {
    self.call = call
  }
}

/// A closure that returns a future, without isolation.
@usableFromInline
struct Work<Input, Value: Sendable, Failure: Error>: StoredClosure {
  @usableFromInline let call: @Sendable (Input) -> Future<Value, Failure>

  @inlinable
  init(_ call: @escaping @Sendable (Input) -> Future<Value, Failure>) { self.call = call }

  @inlinable
  package func callAsFunction(
    _ input: Input
  ) throws(Never) -> Futures.Future<Value, Failure> {
    call(input).future
  }
}

/// Returns a closure as a nonisolated one, for the context of its isolation to call.
@inlinable
func withoutIsolation<Input, Value: Sendable, Failure: Error>(
  _ closure: @escaping @Sendable @isolated(any) (Input) -> Future<Value, Failure>
) -> @Sendable (Input) -> Future<Value, Failure> {
  unsafeBitCast(IsolatedWork(closure), to: Work.self).call
}
