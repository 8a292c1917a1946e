// Written by scripts/closure-shapes.py; see WithoutIsolation.swift in the module Futures.

// MARK: (Input) -> Output

@usableFromInline struct IsolatedTransform<Input, Output>: IsolatedClosure {
  @usableFromInline let call: @Sendable @isolated(any) (Input) -> Output

  @inlinable init(_ call: @escaping @Sendable @isolated(any) (Input) -> Output) { self.call = call }

  @inlinable var isolation: (any Actor)? { call.isolation }
  @inlinable var plain: Transform<Input, Output> { cast() }
}

@usableFromInline struct Transform<Input, Output>: Sendable {
  @usableFromInline let call: @Sendable (Input) -> Output

  @inlinable init(_ call: @escaping @Sendable (Input) -> Output) { self.call = call }
}

@inlinable package func withoutIsolation<Input, Output>(
  _ closure: @escaping @Sendable @isolated(any) (Input) -> Output
) -> @Sendable (Input) -> Output { IsolatedTransform(closure).plain.call }

// MARK: (Input) throws -> Output

@usableFromInline struct IsolatedThrowingTransform<Input, Output>: IsolatedClosure {
  @usableFromInline let call: @Sendable @isolated(any) (Input) throws -> Output

  @inlinable init(_ call: @escaping @Sendable @isolated(any) (Input) throws -> Output) {
    self.call = call
  }

  @inlinable var isolation: (any Actor)? { call.isolation }
  @inlinable var plain: ThrowingTransform<Input, Output> { cast() }
}

@usableFromInline struct ThrowingTransform<Input, Output>: Sendable {
  @usableFromInline let call: @Sendable (Input) throws -> Output

  @inlinable init(_ call: @escaping @Sendable (Input) throws -> Output) { self.call = call }
}

@inlinable package func withoutIsolation<Input, Output>(
  _ closure: @escaping @Sendable @isolated(any) (Input) throws -> Output
) -> @Sendable (Input) throws -> Output { IsolatedThrowingTransform(closure).plain.call }

// MARK: (Input) throws(Failure) -> Output

@usableFromInline struct IsolatedTypedTransform<Input, Output, Failure: Error>: IsolatedClosure {
  @usableFromInline let call: @Sendable @isolated(any) (Input) throws(Failure) -> Output

  @inlinable init(_ call: @escaping @Sendable @isolated(any) (Input) throws(Failure) -> Output) {
    self.call = call
  }

  @inlinable var isolation: (any Actor)? { call.isolation }
  @inlinable var plain: TypedTransform<Input, Output, Failure> { cast() }
}

@usableFromInline struct TypedTransform<Input, Output, Failure: Error>: Sendable {
  @usableFromInline let call: @Sendable (Input) throws(Failure) -> Output

  @inlinable init(_ call: @escaping @Sendable (Input) throws(Failure) -> Output) {
    self.call = call
  }
}

@inlinable package func withoutIsolation<Input, Output, Failure: Error>(
  throwing closure: @escaping @Sendable @isolated(any) (Input) throws(Failure) -> Output
) -> @Sendable (Input) throws(Failure) -> Output { IsolatedTypedTransform(closure).plain.call }

// MARK: (Input) -> Void

@usableFromInline struct IsolatedObserver<Input>: IsolatedClosure {
  @usableFromInline let call: @Sendable @isolated(any) (Input) -> Void

  @inlinable init(_ call: @escaping @Sendable @isolated(any) (Input) -> Void) { self.call = call }

  @inlinable var isolation: (any Actor)? { call.isolation }
  @inlinable var plain: Observer<Input> { cast() }
}

@usableFromInline struct Observer<Input>: Sendable {
  @usableFromInline let call: @Sendable (Input) -> Void

  @inlinable init(_ call: @escaping @Sendable (Input) -> Void) { self.call = call }
}

@inlinable package func withoutIsolation<Input>(
  _ closure: @escaping @Sendable @isolated(any) (Input) -> Void
) -> @Sendable (Input) -> Void { IsolatedObserver(closure).plain.call }

// MARK: () throws -> Output

@usableFromInline struct IsolatedThrowingJob<Output>: IsolatedClosure {
  @usableFromInline let call: @Sendable @isolated(any) () throws -> Output

  @inlinable init(_ call: @escaping @Sendable @isolated(any) () throws -> Output) {
    self.call = call
  }

  @inlinable var isolation: (any Actor)? { call.isolation }
  @inlinable var plain: ThrowingJob<Output> { cast() }
}

@usableFromInline struct ThrowingJob<Output>: Sendable {
  @usableFromInline let call: @Sendable () throws -> Output

  @inlinable init(_ call: @escaping @Sendable () throws -> Output) { self.call = call }
}

@inlinable package func withoutIsolation<Output>(
  _ closure: @escaping @Sendable @isolated(any) () throws -> Output
) -> @Sendable () throws -> Output { IsolatedThrowingJob(closure).plain.call }
