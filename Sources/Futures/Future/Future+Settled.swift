// For façades whose closures receive the settled future instead of its outcome, and that compare
// futures.

extension Future {
  /// Returns whether another future is this one, not only one with the same outcome.
  @inlinable
  package func isSame(as other: Future) -> Bool { cell === other.cell }

  /// Transforms the settled future itself.
  ///
  /// Like ``mapResult(on:cancellation:_:)``, without a copy of the outcome.
  @inlinable
  package func mapSettled<Shape: StoredClosure>(
    on context: ExecutionContext,
    storing transform: consuming Shape
  ) -> Future<Shape.Output, any Error> where Shape.Input == Future {
    derive(on: context, .never, transform) { source, derived in
      let transform = derived.takeClosure(as: Shape.self)
      if source.isAbandoned { return derived.pass(failureOf: source, as: (any Error).self) }
      return derived.catching { () throws(any Error) in
        derived.succeed(try transform(Future(cell: source))).orNone
      }
    }
  }
}

extension ExecutionContext {
  /// Runs a job in this call, as the closure of a settled future: up to the nesting limit,
  /// otherwise as soon as the job at that level returns.
  package static func runNested(_ job: @escaping Job) {
    Future<Void, Never>().on(.inline).onSuccess { job() }
  }
}
