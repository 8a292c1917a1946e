/// A step that was inserted where values have its type.
struct TypedInsertedStep<Value: Sendable>: InsertedStep {
  let step: any Step<Value, Value>
}

extension StepContext {
  /// Runs the steps that were inserted at a place, and closes that place.
  nonisolated(nonsending) func performInserted<Value: Sendable>(
    _ input: Value,
    at place: Int,
    _ start: Double,
    _ path: StepPath
  ) async throws -> Value {
    var value = input
    let range = ProgressRange(start: start, length: 0)
    while let inserted = run.plan.begin(place) as? TypedInsertedStep<Value> {
      try throwIfCancelled()
      value = try await record(inserted.step, value, range: range, parents: path)
    }
    return value
  }
}
