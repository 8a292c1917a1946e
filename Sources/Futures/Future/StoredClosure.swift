/// A struct with a closure as its only property, which a derived cell keeps for its step
/// (``Cell/storeClosure(_:)``).
///
/// Façades use their own types in the signatures of their closures. A step calls such a closure
/// through a struct of this kind, so that it needs no second closure around it.
@usableFromInline
package protocol StoredClosure<Input, Output, Problem>: Sendable {
  associatedtype Input
  associatedtype Output
  associatedtype Problem: Error

  /// Calls the closure.
  func callAsFunction(_ input: Input) throws(Problem) -> Output
}

extension TypedTransform: StoredClosure {
  @inlinable
  package func callAsFunction(_ input: Input) throws(Failure) -> Output { try call(input) }
}

// MARK: - Further work

extension Future where Failure == any Error {
  /// Starts further work with the value, and waits for it.
  ///
  /// A failure is passed on in place, without the context.
  @inlinable
  package func flatMap<Output, Shape: StoredClosure>(
    on context: ExecutionContext,
    storing next: consuming Shape
  ) -> Future<Output, any Error>
  where
    Shape.Input == Value, Shape.Output == Future<Output, any Error>, Shape.Problem == any Error
  {
    derive(on: context, passing: .failures, next, Future.throwingFlatMapping(with: Shape.self))
  }

  /// Starts further work with the settled future itself, and waits for it.
  ///
  /// Like ``flatMapResult(on:cancellation:_:)``, without a copy of the outcome.
  @inlinable
  package func flatMapSettled<Output, Shape: StoredClosure>(
    on context: ExecutionContext,
    storing next: consuming Shape
  ) -> Future<Output, any Error>
  where Shape.Input == Future, Shape.Output == Future<Output, any Error>, Shape.Problem == any Error
  {
    derive(on: context, .never, next, Future.startingSettled(with: Shape.self))
  }

  /// Starts the work of the closure of the derived cell with the settled future.
  @inlinable
  static func startingSettled<Output, Shape: StoredClosure>(with shape: Shape.Type) -> WorkStep
  where Shape.Input == Future, Shape.Output == Future<Output, any Error>, Shape.Problem == any Error
  {
    inScope { source, derived in
      let next = derived.takeClosure(as: Shape.self)
      if source.isAbandoned { return derived.pass(failureOf: source, as: (any Error).self) }
      return derived.catching { () throws(any Error) in
        derived.takeOver(try next(Future(cell: source)).cell, as: (any Error).self)
      }
    }
  }
}

// MARK: - Transforms

extension Future where Failure == any Error {
  /// Transforms the value.
  ///
  /// A failure is passed on in place, without the context.
  @inlinable
  package func mapValue<Output>(
    on context: ExecutionContext,
    _ transform: @escaping @Sendable (Value) throws -> Output
  ) -> Future<Output, any Error> {
    derive(
      on: context,
      passing: .failures,
      ThrowingTransform(transform),
      Future.throwingMapping(to: Output.self)
    )
  }
}

// MARK: - Recovery

extension Future where Failure == any Error {
  /// Replaces an error that does not represent cancellation with a value.
  ///
  /// Any other outcome is passed on in place, without the context.
  package func recoverErrors<Shape: StoredClosure>(
    on context: ExecutionContext,
    storing rescue: consuming Shape
  ) -> Future<Value, any Error>
  where Shape.Input == any Error, Shape.Output == Value, Shape.Problem == any Error {
    derive(on: context, passing: .allButErrors, rescue) { source, derived in
      let rescue = derived.takeClosure(as: Shape.self)
      guard let error = source.errorToRecover else {
        return derived.forward(from: source, failure: (any Error).self)
      }
      return derived.catching { () throws(any Error) in
        derived.succeed(try rescue(error)).orNone
      }
    }
  }

  /// Replaces an error that does not represent cancellation with the outcome of further work.
  ///
  /// Any other outcome is passed on in place, without the context.
  package func recoverErrorsWith<Shape: StoredClosure>(
    on context: ExecutionContext,
    storing rescue: consuming Shape
  ) -> Future<Value, any Error>
  where
    Shape.Input == any Error, Shape.Output == Future<Value, any Error>, Shape.Problem == any Error
  {
    derive(on: context, passing: .allButErrors, rescue, Future.rescuing(with: Shape.self))
  }

  /// Starts the work of the closure of the derived cell with the error.
  private static func rescuing<Shape: StoredClosure>(with shape: Shape.Type) -> WorkStep
  where
    Shape.Input == any Error, Shape.Output == Future<Value, any Error>, Shape.Problem == any Error
  {
    inScope { source, derived in
      let rescue = derived.takeClosure(as: Shape.self)
      guard let error = source.errorToRecover else {
        return derived.forward(from: source, failure: (any Error).self)
      }
      return derived.catching { () throws(any Error) in
        derived.takeOver(try rescue(error).cell, as: (any Error).self)
      }
    }
  }
}
