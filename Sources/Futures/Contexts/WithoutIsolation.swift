// Calls closures of an actor as if they were nonisolated.
//
// This is the only place that casts such closures. The structs that it casts are in the files that
// scripts/closure-shapes.py writes, one for each module that has shapes of its own.
//
// An `@isolated(any)` closure can only be called with `await`, as the compiler does not know where
// the caller is. The library does know: it reads `isolation` when the closure is registered and
// runs the closure on the context of that actor (``ExecutionContext/init(isolation:)``), or inline
// if there is none. Then it calls the closure synchronously. `@isolated(any)` is part of a
// function's type and changes neither its representation nor its calling convention: the closure
// keeps its actor in its own context. So the bits of the function value are those of a nonisolated
// function, which is what `unsafeBitCast` relies on; `MainActorClosureTests` and
// `ActorClosureTests` call each shape.
//
// A function that is passed as a generic argument is wrapped to fit the most general convention,
// and unwrapped on the way back, which costs two allocations (`futures-bench allocations`). One
// that is stored in a struct of its own shape is not. So the shapes that chains and observers use
// have a pair of structs each; the others pay for the wrapper.
//
// The caller runs the result only on the context of the closure's `isolation`.

/// A struct with a closure and the isolation of the code it was written in.
@usableFromInline
package protocol IsolatedClosure {
  /// The struct without isolation that has a closure of the same shape.
  associatedtype Plain

  /// The actor of the code that the closure was written in.
  var isolation: (any Actor)? { get }
  /// The closure as a nonisolated one, for the context of its isolation to call.
  var plain: Plain { get }
}

extension IsolatedClosure {
  /// Returns the closure as a nonisolated one.
  @inlinable
  package func cast() -> Plain { unsafeBitCast(self, to: Plain.self) }
}

// MARK: Shapes without structs

/// Returns a closure as a nonisolated one, for the context of its isolation to call.
@inlinable
package func withoutIsolation<Output, Failure: Error>(
  throwing closure: @escaping @Sendable @isolated(any) () throws(Failure) -> Output
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
