public import Futures

// Written by scripts/closure-shapes.py; see WithoutIsolation.swift in the module Futures.

// MARK: (BFTask<Value>) throws -> Output

@usableFromInline struct IsolatedContinuation<Value: Sendable, Output>: IsolatedClosure {
  @usableFromInline let call: @Sendable @isolated(any) (BFTask<Value>) throws -> Output

  @inlinable init(_ call: @escaping @Sendable @isolated(any) (BFTask<Value>) throws -> Output) {
    self.call = call
  }

  @inlinable var isolation: (any Actor)? { call.isolation }
  @inlinable var plain: Continuation<Value, Output> { cast() }
}

@usableFromInline struct Continuation<Value: Sendable, Output>: StoredClosure {
  @usableFromInline let call: @Sendable (BFTask<Value>) throws -> Output

  @inlinable init(_ call: @escaping @Sendable (BFTask<Value>) throws -> Output) { self.call = call }

  @inlinable package func callAsFunction(_ settled: Future<Value, any Error>) throws -> Output {
    try call(BFTask(future: settled))
  }
}

@inlinable func withoutIsolation<Value: Sendable, Output>(
  _ closure: @escaping @Sendable @isolated(any) (BFTask<Value>) throws -> Output
) -> @Sendable (BFTask<Value>) throws -> Output { IsolatedContinuation(closure).plain.call }

// MARK: (BFTask<Value>) throws -> BFTask<Output>

@usableFromInline
struct IsolatedTaskContinuation<Value: Sendable, Output: Sendable>: IsolatedClosure {
  @usableFromInline let call: @Sendable @isolated(any) (BFTask<Value>) throws -> BFTask<Output>

  @inlinable init(
    _ call: @escaping @Sendable @isolated(any) (BFTask<Value>) throws -> BFTask<Output>
  ) { self.call = call }

  @inlinable var isolation: (any Actor)? { call.isolation }
  @inlinable var plain: TaskContinuation<Value, Output> { cast() }
}

@usableFromInline struct TaskContinuation<Value: Sendable, Output: Sendable>: StoredClosure {
  @usableFromInline let call: @Sendable (BFTask<Value>) throws -> BFTask<Output>

  @inlinable init(_ call: @escaping @Sendable (BFTask<Value>) throws -> BFTask<Output>) {
    self.call = call
  }

  @inlinable package func callAsFunction(_ settled: Future<Value, any Error>) throws -> Future<
    Output, any Error
  > { try call(BFTask(future: settled)).future }
}

@inlinable func withoutIsolation<Value: Sendable, Output: Sendable>(
  _ closure: @escaping @Sendable @isolated(any) (BFTask<Value>) throws -> BFTask<Output>
) -> @Sendable (BFTask<Value>) throws -> BFTask<Output> {
  IsolatedTaskContinuation(closure).plain.call
}

// MARK: (Input) throws -> BFTask<Output>

@usableFromInline struct IsolatedTaskWork<Input, Output: Sendable>: IsolatedClosure {
  @usableFromInline let call: @Sendable @isolated(any) (Input) throws -> BFTask<Output>

  @inlinable init(_ call: @escaping @Sendable @isolated(any) (Input) throws -> BFTask<Output>) {
    self.call = call
  }

  @inlinable var isolation: (any Actor)? { call.isolation }
  @inlinable var plain: TaskWork<Input, Output> { cast() }
}

@usableFromInline struct TaskWork<Input, Output: Sendable>: StoredClosure {
  @usableFromInline let call: @Sendable (Input) throws -> BFTask<Output>

  @inlinable init(_ call: @escaping @Sendable (Input) throws -> BFTask<Output>) { self.call = call }

  @inlinable package func callAsFunction(_ input: Input) throws -> Future<Output, any Error> {
    try call(input).future
  }
}

@inlinable func withoutIsolation<Input, Output: Sendable>(
  _ closure: @escaping @Sendable @isolated(any) (Input) throws -> BFTask<Output>
) -> @Sendable (Input) throws -> BFTask<Output> { IsolatedTaskWork(closure).plain.call }

// MARK: (any Error) throws -> Output

@usableFromInline struct IsolatedRescue<Output>: IsolatedClosure {
  @usableFromInline let call: @Sendable @isolated(any) (any Error) throws -> Output

  @inlinable init(_ call: @escaping @Sendable @isolated(any) (any Error) throws -> Output) {
    self.call = call
  }

  @inlinable var isolation: (any Actor)? { call.isolation }
  @inlinable var plain: Rescue<Output> { cast() }
}

@usableFromInline struct Rescue<Output>: StoredClosure {
  @usableFromInline let call: @Sendable (any Error) throws -> Output

  @inlinable init(_ call: @escaping @Sendable (any Error) throws -> Output) { self.call = call }

  @inlinable package func callAsFunction(_ error: any Error) throws -> Output { try call(error) }
}

@inlinable func withoutIsolation<Output>(
  _ closure: @escaping @Sendable @isolated(any) (any Error) throws -> Output
) -> @Sendable (any Error) throws -> Output { IsolatedRescue(closure).plain.call }

// MARK: (any Error) throws -> BFTask<Output>

@usableFromInline struct IsolatedTaskRescue<Output: Sendable>: IsolatedClosure {
  @usableFromInline let call: @Sendable @isolated(any) (any Error) throws -> BFTask<Output>

  @inlinable init(_ call: @escaping @Sendable @isolated(any) (any Error) throws -> BFTask<Output>) {
    self.call = call
  }

  @inlinable var isolation: (any Actor)? { call.isolation }
  @inlinable var plain: TaskRescue<Output> { cast() }
}

@usableFromInline struct TaskRescue<Output: Sendable>: StoredClosure {
  @usableFromInline let call: @Sendable (any Error) throws -> BFTask<Output>

  @inlinable init(_ call: @escaping @Sendable (any Error) throws -> BFTask<Output>) {
    self.call = call
  }

  @inlinable package func callAsFunction(_ error: any Error) throws -> Future<Output, any Error> {
    try call(error).future
  }
}

@inlinable func withoutIsolation<Output: Sendable>(
  _ closure: @escaping @Sendable @isolated(any) (any Error) throws -> BFTask<Output>
) -> @Sendable (any Error) throws -> BFTask<Output> { IsolatedTaskRescue(closure).plain.call }
