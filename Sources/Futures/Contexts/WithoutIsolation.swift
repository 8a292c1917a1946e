// Calls closures of an actor as if they were nonisolated.
//
// The cast is here for most shapes of closures, in `WorkWithoutIsolation.swift` for those that
// return futures, and in the façades for the shapes of their own types:
// `BoltsCompat/Task/ContinuationShapes.swift` and
// `BrightFuturesCompat/Transforms/WorkWithoutIsolation.swift`. Nothing else may use it.
//
// An `@isolated(any)` closure can only be called with `await`, as the compiler does not know where
// the caller is. The library does know: it reads `isolation` when the closure is registered and
// runs the closure on the context of that actor (``ExecutionContext/init(isolation:)``), or inline
// if there is none. Then it calls the closure synchronously. `@isolated(any)` is part of a
// function's type, not of its representation or calling convention: the closure keeps its actor in
// its own context. So the bits of the function value are those of a nonisolated function, which is
// what `unsafeBitCast` relies on; `MainActorClosureTests` and `ActorClosureTests` call each shape.
//
// A function that is passed as a generic argument is wrapped to fit the most general convention,
// and unwrapped on the way back, at the price of two allocations (`futures-bench allocations`). One
// that is stored in a struct of its own shape is not. So the shapes that chains and observers use
// have a pair of structs each; the others pay for the wrapper.
//
// The caller runs the result only on the context of the closure's `isolation`.

/// A struct with a closure and the isolation of the code it was written in.
@usableFromInline
protocol IsolatedClosure {
  /// The actor of the code that the closure was written in.
  var isolation: (any Actor)? { get }
}

// MARK: (Input) -> Output

/// A closure of this shape, with the isolation of the code it was written in.
@usableFromInline
struct IsolatedTransform<Input, Output>: IsolatedClosure {
  @usableFromInline let call: @Sendable @isolated(any) (Input) -> Output

  @inlinable var isolation: (any Actor)? { call.isolation }

  @inlinable
  init(_ call: @escaping @Sendable @isolated(any) (Input) -> Output) { self.call = call }
}

/// A closure of this shape without isolation.
@usableFromInline
struct Transform<Input, Output> {
  @usableFromInline let call: @Sendable (Input) -> Output

  @inlinable
  init(_ call: @escaping @Sendable (Input) -> Output) { self.call = call }
}

/// Returns a closure as a nonisolated one, for the context of its isolation to call.
@inlinable
package func withoutIsolation<Input, Output>(
  _ closure: @escaping @Sendable @isolated(any) (Input) -> Output
) -> @Sendable (Input) -> Output {
  unsafeBitCast(IsolatedTransform(closure), to: Transform.self).call
}

// MARK: (Input) throws -> Output

/// A closure of this shape, with the isolation of the code it was written in.
@usableFromInline
struct IsolatedThrowingTransform<Input, Output>: IsolatedClosure {
  @usableFromInline let call: @Sendable @isolated(any) (Input) throws -> Output

  @inlinable var isolation: (any Actor)? { call.isolation }

  @inlinable
  init(_ call: @escaping @Sendable @isolated(any) (Input) throws -> Output) { self.call = call }
}

/// A closure of this shape without isolation.
@usableFromInline
struct ThrowingTransform<Input, Output> {
  @usableFromInline let call: @Sendable (Input) throws -> Output

  @inlinable
  init(_ call: @escaping @Sendable (Input) throws -> Output) { self.call = call }
}

/// Returns a closure as a nonisolated one, for the context of its isolation to call.
@inlinable
package func withoutIsolation<Input, Output>(
  _ closure: @escaping @Sendable @isolated(any) (Input) throws -> Output
) -> @Sendable (Input) throws -> Output {
  unsafeBitCast(IsolatedThrowingTransform(closure), to: ThrowingTransform.self).call
}

// MARK: (Input) throws(Failure) -> Output

/// A closure of this shape, with the isolation of the code it was written in.
@usableFromInline
struct IsolatedTypedTransform<Input, Output, Failure: Error>: IsolatedClosure {
  @usableFromInline let call: @Sendable @isolated(any) (Input) throws(Failure) -> Output

  @inlinable var isolation: (any Actor)? { call.isolation }

  @inlinable
  init(_ call: @escaping @Sendable @isolated(any) (Input) throws(Failure) -> Output) {
    self.call = call
  }
}

/// A closure of this shape without isolation.
@usableFromInline
struct TypedTransform<Input, Output, Failure: Error>: Sendable {
  @usableFromInline let call: @Sendable (Input) throws(Failure) -> Output

  @inlinable
  init(_ call: @escaping @Sendable (Input) throws(Failure) -> Output) { self.call = call }
}

/// Returns a closure as a nonisolated one, for the context of its isolation to call.
@inlinable
@_disfavoredOverload
package func withoutIsolation<Input, Output, Failure: Error>(
  _ closure: @escaping @Sendable @isolated(any) (Input) throws(Failure) -> Output
) -> @Sendable (Input) throws(Failure) -> Output {
  unsafeBitCast(IsolatedTypedTransform(closure), to: TypedTransform.self).call
}

// MARK: (Input) -> Void

/// A closure of this shape, with the isolation of the code it was written in.
@usableFromInline
struct IsolatedObserver<Input>: IsolatedClosure {
  @usableFromInline let call: @Sendable @isolated(any) (Input) -> Void

  @inlinable var isolation: (any Actor)? { call.isolation }

  @inlinable
  init(_ call: @escaping @Sendable @isolated(any) (Input) -> Void) { self.call = call }
}

/// A closure of this shape without isolation.
@usableFromInline
struct Observer<Input> {
  @usableFromInline let call: @Sendable (Input) -> Void

  @inlinable
  init(_ call: @escaping @Sendable (Input) -> Void) { self.call = call }
}

/// Returns a closure as a nonisolated one, for the context of its isolation to call.
@inlinable
package func withoutIsolation<Input>(
  _ closure: @escaping @Sendable @isolated(any) (Input) -> Void
) -> @Sendable (Input) -> Void {
  unsafeBitCast(IsolatedObserver(closure), to: Observer.self).call
}

// MARK: () throws -> Output

/// A closure of this shape, with the isolation of the code it was written in.
@usableFromInline
struct IsolatedThrowingJob<Output> {
  @usableFromInline let call: @Sendable @isolated(any) () throws -> Output

  @inlinable
  init(_ call: @escaping @Sendable @isolated(any) () throws -> Output) { self.call = call }
}

/// A closure of this shape without isolation.
@usableFromInline
struct ThrowingJob<Output> {
  @usableFromInline let call: @Sendable () throws -> Output

  @inlinable
  init(_ call: @escaping @Sendable () throws -> Output) { self.call = call }
}

/// Returns a closure as a nonisolated one, for the context of its isolation to call.
@inlinable
package func withoutIsolation<Output>(
  _ closure: @escaping @Sendable @isolated(any) () throws -> Output
) -> @Sendable () throws -> Output {
  unsafeBitCast(IsolatedThrowingJob(closure), to: ThrowingJob.self).call
}

// MARK: Shapes without structs

/// Returns a closure as a nonisolated one, for the context of its isolation to call.
@inlinable
@_disfavoredOverload
package func withoutIsolation<Output, Failure: Error>(
  _ closure: @escaping @Sendable @isolated(any) () throws(Failure) -> Output
) -> @Sendable () throws(Failure) -> Output {
  unsafeBitCast(closure, to: (@Sendable () throws(Failure) -> Output).self)
}

/// Returns a closure as a nonisolated one, for the context of its isolation to call.
@inlinable
package func withoutIsolation<Output>(
  _ closure: @escaping @Sendable @isolated(any) () -> Output
) -> @Sendable () -> Output {
  unsafeBitCast(closure, to: (@Sendable () -> Output).self)
}

/// Returns a closure as a nonisolated one, for the context of its isolation to call.
@inlinable
package func withoutIsolation<First, Second, Output>(
  _ closure: @escaping @Sendable @isolated(any) (First, Second) -> Output
) -> @Sendable (First, Second) -> Output {
  unsafeBitCast(closure, to: (@Sendable (First, Second) -> Output).self)
}

/// Returns a closure as a nonisolated one, for the context of its isolation to call.
@inlinable
@_disfavoredOverload
package func withoutIsolation<First, Second, Output, Failure: Error>(
  _ closure: @escaping @Sendable @isolated(any) (First, Second) throws(Failure) -> Output
) -> @Sendable (First, Second) throws(Failure) -> Output {
  unsafeBitCast(closure, to: (@Sendable (First, Second) throws(Failure) -> Output).self)
}

/// Returns a closure as a nonisolated one, for the context of its isolation to call.
@inlinable
package func withoutIsolation<First, Second, Output>(
  _ closure: @escaping @Sendable @isolated(any) (First, Second) throws -> Output
) -> @Sendable (First, Second) throws -> Output {
  unsafeBitCast(closure, to: (@Sendable (First, Second) throws -> Output).self)
}
