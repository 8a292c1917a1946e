// Written by scripts/closure-shapes.py; see WithoutIsolation.swift in the module Futures.

// MARK: (Input) -> Future<Value, Failure>

@usableFromInline struct IsolatedWork<Input, Value: Sendable, Failure: Error>: IsolatedClosure {
  @usableFromInline let call: @Sendable @isolated(any) (Input) -> Future<Value, Failure>

  @inlinable init(_ call: @escaping @Sendable @isolated(any) (Input) -> Future<Value, Failure>) {
    self.call = call
  }

  @inlinable var isolation: (any Actor)? { call.isolation }
  @inlinable var plain: Work<Input, Value, Failure> { cast() }
}

@usableFromInline struct Work<Input, Value: Sendable, Failure: Error>: StoredClosure {
  @usableFromInline let call: @Sendable (Input) -> Future<Value, Failure>

  @inlinable init(_ call: @escaping @Sendable (Input) -> Future<Value, Failure>) {
    self.call = call
  }

  @inlinable package func callAsFunction(_ input: Input) -> Future<Value, Failure> { call(input) }
}

@inlinable package func withoutIsolation<Input, Value: Sendable, Failure: Error>(
  _ closure: @escaping @Sendable @isolated(any) (Input) -> Future<Value, Failure>
) -> @Sendable (Input) -> Future<Value, Failure> { IsolatedWork(closure).plain.call }

// MARK: (Input) throws(Failure) -> Future<Value, Failure>

@usableFromInline struct IsolatedTypedWork<Input, Value: Sendable, Failure: Error>: IsolatedClosure
{
  @usableFromInline let call:
    @Sendable @isolated(any) (Input) throws(Failure) -> Future<Value, Failure>

  @inlinable init(
    _ call: @escaping @Sendable @isolated(any) (Input) throws(Failure) -> Future<Value, Failure>
  ) { self.call = call }

  @inlinable var isolation: (any Actor)? { call.isolation }
  @inlinable var plain: TypedWork<Input, Value, Failure> { cast() }
}

@usableFromInline struct TypedWork<Input, Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let call: @Sendable (Input) throws(Failure) -> Future<Value, Failure>

  @inlinable init(_ call: @escaping @Sendable (Input) throws(Failure) -> Future<Value, Failure>) {
    self.call = call
  }
}

// MARK: (Input) throws -> Future<Value, Failure>

@usableFromInline
struct IsolatedThrowingWork<Input, Value: Sendable, Failure: Error>: IsolatedClosure {
  @usableFromInline let call: @Sendable @isolated(any) (Input) throws -> Future<Value, Failure>

  @inlinable init(
    _ call: @escaping @Sendable @isolated(any) (Input) throws -> Future<Value, Failure>
  ) { self.call = call }

  @inlinable var isolation: (any Actor)? { call.isolation }
  @inlinable var plain: ThrowingWork<Input, Value, Failure> { cast() }
}

@usableFromInline struct ThrowingWork<Input, Value: Sendable, Failure: Error>: StoredClosure {
  @usableFromInline let call: @Sendable (Input) throws -> Future<Value, Failure>

  @inlinable init(_ call: @escaping @Sendable (Input) throws -> Future<Value, Failure>) {
    self.call = call
  }

  @inlinable package func callAsFunction(_ input: Input) throws -> Future<Value, Failure> {
    try call(input)
  }
}

@inlinable package func withoutIsolation<Input, Value: Sendable, Failure: Error>(
  _ closure: @escaping @Sendable @isolated(any) (Input) throws -> Future<Value, Failure>
) -> @Sendable (Input) throws -> Future<Value, Failure> { IsolatedThrowingWork(closure).plain.call }
