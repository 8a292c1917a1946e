public import Workflows

extension StepContext {
  /// A text that is the same in every execution of this step in a run, and in no other.
  ///
  /// Pass the key to external services so that they do only once what a durable run requests twice:
  /// the run repeats a request if its process ended before the answer was recorded. The key names
  /// the run and the place of the step, so two steps with the same place, such as calls in your own
  /// loop, have the same key. In a run without a store, the key is unique to the run.
  public var idempotencyKey: String { place.idempotencyKey(in: runIdentifier) }
}
