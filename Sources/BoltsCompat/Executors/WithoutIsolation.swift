// The shapes of closures that have a task or any error in them, for `withoutIsolation(_:)` of the
// module `Futures`, which says why the cast is sound. Its generic forms fit these shapes, too, but
// there a closure would be wrapped twice, at the price of two allocations.
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
struct Continuation<Value: Sendable, Output> {
  @usableFromInline let call: @Sendable (BFTask<Value>) throws -> Output

  @inlinable
  init(_ call: @escaping @Sendable (BFTask<Value>) throws -> Output) { self.call = call }
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
struct TaskContinuation<Value: Sendable, Output: Sendable> {
  @usableFromInline let call: @Sendable (BFTask<Value>) throws -> BFTask<Output>

  @inlinable
  init(_ call: @escaping @Sendable (BFTask<Value>) throws -> BFTask<Output>) { self.call = call }
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
struct IsolatedWork<Input, Output: Sendable> {
  @usableFromInline let call: @Sendable @isolated(any) (Input) throws -> BFTask<Output>

  @inlinable
  init(_ call: @escaping @Sendable @isolated(any) (Input) throws -> BFTask<Output>) {
    self.call = call
  }
}

/// A closure of this shape without isolation.
@usableFromInline
struct Work<Input, Output: Sendable> {
  @usableFromInline let call: @Sendable (Input) throws -> BFTask<Output>

  @inlinable
  init(_ call: @escaping @Sendable (Input) throws -> BFTask<Output>) { self.call = call }
}

/// Returns a closure as a nonisolated one, for the context of its isolation to call.
@inlinable
func withoutIsolation<Input, Output: Sendable>(
  _ closure: @escaping @Sendable @isolated(any) (Input) throws -> BFTask<Output>
) -> @Sendable (Input) throws -> BFTask<Output> {
  unsafeBitCast(IsolatedWork(closure), to: Work.self).call
}

// MARK: (any Error) throws -> Output

/// A closure of this shape, with the isolation of the code it was written in.
@usableFromInline
struct IsolatedRescue<Output> {
  @usableFromInline let call: @Sendable @isolated(any) (any Error) throws -> Output

  @inlinable
  init(_ call: @escaping @Sendable @isolated(any) (any Error) throws -> Output) { self.call = call }
}

/// A closure of this shape without isolation.
@usableFromInline
struct Rescue<Output> {
  @usableFromInline let call: @Sendable (any Error) throws -> Output

  @inlinable
  init(_ call: @escaping @Sendable (any Error) throws -> Output) { self.call = call }
}

/// Returns a closure as a nonisolated one, for the context of its isolation to call.
@inlinable
func withoutIsolation<Output>(
  _ closure: @escaping @Sendable @isolated(any) (any Error) throws -> Output
) -> @Sendable (any Error) throws -> Output {
  unsafeBitCast(IsolatedRescue(closure), to: Rescue.self).call
}

// MARK: (any Error) throws -> BFTask

/// A closure of this shape, with the isolation of the code it was written in.
@usableFromInline
struct IsolatedTaskRescue<Output: Sendable> {
  @usableFromInline let call: @Sendable @isolated(any) (any Error) throws -> BFTask<Output>

  @inlinable
  init(_ call: @escaping @Sendable @isolated(any) (any Error) throws -> BFTask<Output>) {
    self.call = call
  }
}

/// A closure of this shape without isolation.
@usableFromInline
struct TaskRescue<Output: Sendable> {
  @usableFromInline let call: @Sendable (any Error) throws -> BFTask<Output>

  @inlinable
  init(_ call: @escaping @Sendable (any Error) throws -> BFTask<Output>) { self.call = call }
}

/// Returns a closure as a nonisolated one, for the context of its isolation to call.
@inlinable
func withoutIsolation<Output: Sendable>(
  _ closure: @escaping @Sendable @isolated(any) (any Error) throws -> BFTask<Output>
) -> @Sendable (any Error) throws -> BFTask<Output> {
  unsafeBitCast(IsolatedTaskRescue(closure), to: TaskRescue.self).call
}

// MARK: () throws -> BFTask

/// A closure of this shape, with the isolation of the code it was written in.
@usableFromInline
struct IsolatedStart<Output: Sendable> {
  @usableFromInline let call: @Sendable @isolated(any) () throws -> BFTask<Output>

  @inlinable
  init(_ call: @escaping @Sendable @isolated(any) () throws -> BFTask<Output>) { self.call = call }
}

/// A closure of this shape without isolation.
@usableFromInline
struct Start<Output: Sendable> {
  @usableFromInline let call: @Sendable () throws -> BFTask<Output>

  @inlinable
  init(_ call: @escaping @Sendable () throws -> BFTask<Output>) { self.call = call }
}

/// Returns a closure as a nonisolated one, for the context of its isolation to call.
@inlinable
func withoutIsolation<Output: Sendable>(
  _ closure: @escaping @Sendable @isolated(any) () throws -> BFTask<Output>
) -> @Sendable () throws -> BFTask<Output> {
  unsafeBitCast(IsolatedStart(closure), to: Start.self).call
}
