public import Futures

// Structs with a closure as their only property, for the shapes of closures that have a task or any
// error in them: `withoutIsolation(_:)` of the module `Futures` says what they are for and why the
// cast is sound. Its generic structs fit these closures as well, but a task or an error is passed
// in a register, and a generic `Input` or `Output` is not: a closure would be wrapped on its way
// into the struct and again on its way out, at the price of two allocations.
//
// The caller runs the result only on the executor of the closure's `isolation`.

// MARK: (BFTask) throws -> Output

/// A closure of this shape, with the isolation of the code it was written in.
@usableFromInline
struct IsolatedContinuation<Value: Sendable, Output> {
  @usableFromInline let call: @Sendable @isolated(any) (BFTask<Value>) throws -> Output

  @inlinable
  init(_ call: @escaping @Sendable @isolated(any) (BFTask<Value>) throws -> Output) {
    self.call = call
  }
}

/// A closure of this shape without isolation.
@usableFromInline
struct Continuation<Value: Sendable, Output>: StoredClosure {
  @usableFromInline let call: @Sendable (BFTask<Value>) throws -> Output

  @inlinable
  init(_ call: @escaping @Sendable (BFTask<Value>) throws -> Output) { self.call = call }

  @inlinable
  package func callAsFunction(_ settled: Future<Value, any Error>) throws -> Output {
    try call(BFTask(future: settled))
  }
}

/// Returns a closure as a nonisolated one, for the context of its isolation to call.
@inlinable
func withoutIsolation<Value: Sendable, Output>(
  _ closure: @escaping @Sendable @isolated(any) (BFTask<Value>) throws -> Output
) -> @Sendable (BFTask<Value>) throws -> Output {
  unsafeBitCast(IsolatedContinuation(closure), to: Continuation.self).call
}

// MARK: (BFTask) throws -> BFTask

/// A closure of this shape, with the isolation of the code it was written in.
@usableFromInline
struct IsolatedTaskContinuation<Value: Sendable, Output: Sendable> {
  @usableFromInline let call: @Sendable @isolated(any) (BFTask<Value>) throws -> BFTask<Output>

  @inlinable
  init(_ call: @escaping @Sendable @isolated(any) (BFTask<Value>) throws -> BFTask<Output>) {
    self.call = call
  }
}

/// A closure of this shape without isolation.
@usableFromInline
struct TaskContinuation<Value: Sendable, Output: Sendable>: StoredClosure {
  @usableFromInline let call: @Sendable (BFTask<Value>) throws -> BFTask<Output>

  @inlinable
  init(_ call: @escaping @Sendable (BFTask<Value>) throws -> BFTask<Output>) { self.call = call }

  @inlinable
  package func callAsFunction(
    _ settled: Future<Value, any Error>
  ) throws -> Future<Output, any Error> {
    try call(BFTask(future: settled)).future
  }
}

/// Returns a closure as a nonisolated one, for the context of its isolation to call.
@inlinable
func withoutIsolation<Value: Sendable, Output: Sendable>(
  _ closure: @escaping @Sendable @isolated(any) (BFTask<Value>) throws -> BFTask<Output>
) -> @Sendable (BFTask<Value>) throws -> BFTask<Output> {
  unsafeBitCast(IsolatedTaskContinuation(closure), to: TaskContinuation.self).call
}

// MARK: (Input) throws -> BFTask

/// A closure of this shape, with the isolation of the code it was written in.
@usableFromInline
struct IsolatedTaskWork<Input, Output: Sendable> {
  @usableFromInline let call: @Sendable @isolated(any) (Input) throws -> BFTask<Output>

  @inlinable
  init(_ call: @escaping @Sendable @isolated(any) (Input) throws -> BFTask<Output>) {
    self.call = call
  }
}

/// A closure of this shape without isolation.
@usableFromInline
struct TaskWork<Input, Output: Sendable>: StoredClosure {
  @usableFromInline let call: @Sendable (Input) throws -> BFTask<Output>

  @inlinable
  init(_ call: @escaping @Sendable (Input) throws -> BFTask<Output>) { self.call = call }

  @inlinable
  package func callAsFunction(_ input: Input) throws -> Future<Output, any Error> {
    try call(input).future
  }
}

/// Returns a closure as a nonisolated one, for the context of its isolation to call.
@inlinable
func withoutIsolation<Input, Output: Sendable>(
  _ closure: @escaping @Sendable @isolated(any) (Input) throws -> BFTask<Output>
) -> @Sendable (Input) throws -> BFTask<Output> {
  unsafeBitCast(IsolatedTaskWork(closure), to: TaskWork.self).call
}

// MARK: (any Error) throws -> Output

/// A closure of this shape, with the isolation of the code it was written in.
struct IsolatedRescue<Output> {
  let call: @Sendable @isolated(any) (any Error) throws -> Output
}

/// A closure of this shape without isolation.
struct Rescue<Output>: StoredClosure {
  let call: @Sendable (any Error) throws -> Output

  package func callAsFunction(_ error: any Error) throws -> Output { try call(error) }
}

/// Returns a closure as a nonisolated one, for the context of its isolation to call.
func withoutIsolation<Output>(
  _ closure: @escaping @Sendable @isolated(any) (any Error) throws -> Output
) -> @Sendable (any Error) throws -> Output {
  unsafeBitCast(IsolatedRescue(call: closure), to: Rescue.self).call
}

// MARK: (any Error) throws -> BFTask

/// A closure of this shape, with the isolation of the code it was written in.
struct IsolatedTaskRescue<Output: Sendable> {
  let call: @Sendable @isolated(any) (any Error) throws -> BFTask<Output>
}

/// A closure of this shape without isolation.
struct TaskRescue<Output: Sendable>: StoredClosure {
  let call: @Sendable (any Error) throws -> BFTask<Output>

  package func callAsFunction(_ error: any Error) throws -> Future<Output, any Error> {
    try call(error).future
  }
}

/// Returns a closure as a nonisolated one, for the context of its isolation to call.
func withoutIsolation<Output: Sendable>(
  _ closure: @escaping @Sendable @isolated(any) (any Error) throws -> BFTask<Output>
) -> @Sendable (any Error) throws -> BFTask<Output> {
  unsafeBitCast(IsolatedTaskRescue(call: closure), to: TaskRescue.self).call
}
