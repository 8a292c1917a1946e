// Closures that return futures, without their isolation; see WithoutIsolation.swift.

// MARK: (Input) -> Future<Value, Failure>

/// A closure of this shape, with the isolation of the code it was written in.
@usableFromInline
struct IsolatedWork<Input, Value: Sendable, Failure: Error>: IsolatedClosure {
  @usableFromInline let call: @Sendable @isolated(any) (Input) -> Future<Value, Failure>

  @inlinable var isolation: (any Actor)? { call.isolation }

  @inlinable
  init(_ call: @escaping @Sendable @isolated(any) (Input) -> Future<Value, Failure>) {
    self.call = call
  }
}

/// A closure of this shape without isolation.
@usableFromInline
struct Work<Input, Value: Sendable, Failure: Error>: StoredClosure {
  @usableFromInline let call: @Sendable (Input) -> Future<Value, Failure>

  @inlinable
  init(_ call: @escaping @Sendable (Input) -> Future<Value, Failure>) { self.call = call }

  @inlinable
  package func callAsFunction(_ input: Input) -> Future<Value, Failure> { call(input) }
}

/// Returns a closure as a nonisolated one, for the context of its isolation to call.
@inlinable
package func withoutIsolation<Input, Value: Sendable, Failure: Error>(
  _ closure: @escaping @Sendable @isolated(any) (Input) -> Future<Value, Failure>
) -> @Sendable (Input) -> Future<Value, Failure> {
  unsafeBitCast(IsolatedWork(closure), to: Work.self).call
}

// MARK: (Input) throws(Failure) -> Future<Value, Failure>

/// A closure of this shape, with the isolation of the code it was written in.
@usableFromInline
struct IsolatedTypedWork<Input, Value: Sendable, Failure: Error>: IsolatedClosure {
  @usableFromInline
  let call: @Sendable @isolated(any) (Input) throws(Failure) -> Future<Value, Failure>

  @inlinable var isolation: (any Actor)? { call.isolation }

  @inlinable
  init(
    _ call: @escaping @Sendable @isolated(any) (Input) throws(Failure) -> Future<Value, Failure>
  ) {
    self.call = call
  }
}

/// A closure of this shape without isolation.
@usableFromInline
struct TypedWork<Input, Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let call: @Sendable (Input) throws(Failure) -> Future<Value, Failure>

  @inlinable
  init(_ call: @escaping @Sendable (Input) throws(Failure) -> Future<Value, Failure>) {
    self.call = call
  }
}

// MARK: (Input) throws -> Future<Value, Failure>

/// A closure of this shape, with the isolation of the code it was written in.
@usableFromInline
struct IsolatedThrowingWork<Input, Value: Sendable, Failure: Error>: IsolatedClosure {
  @usableFromInline let call: @Sendable @isolated(any) (Input) throws -> Future<Value, Failure>

  @inlinable var isolation: (any Actor)? { call.isolation }

  @inlinable
  init(_ call: @escaping @Sendable @isolated(any) (Input) throws -> Future<Value, Failure>) {
    self.call = call
  }
}

/// A closure of this shape without isolation.
@usableFromInline
struct ThrowingWork<Input, Value: Sendable, Failure: Error>: StoredClosure {
  @usableFromInline let call: @Sendable (Input) throws -> Future<Value, Failure>

  @inlinable
  init(_ call: @escaping @Sendable (Input) throws -> Future<Value, Failure>) { self.call = call }

  @inlinable
  package func callAsFunction(_ input: Input) throws -> Future<Value, Failure> { try call(input) }
}

/// Returns a closure as a nonisolated one, for the context of its isolation to call.
@inlinable
package func withoutIsolation<Input, Value: Sendable, Failure: Error>(
  _ closure: @escaping @Sendable @isolated(any) (Input) throws -> Future<Value, Failure>
) -> @Sendable (Input) throws -> Future<Value, Failure> {
  unsafeBitCast(IsolatedThrowingWork(closure), to: ThrowingWork.self).call
}
