public import Futures

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

  @inlinable package func callAsFunction(_ input: Input) throws(Never)
    -> Futures.Future<Value, Failure>
  { call(input).future }
}

@inlinable func withoutIsolation<Input, Value: Sendable, Failure: Error>(
  _ closure: @escaping @Sendable @isolated(any) (Input) -> Future<Value, Failure>
) -> @Sendable (Input) -> Future<Value, Failure> { IsolatedWork(closure).plain.call }
