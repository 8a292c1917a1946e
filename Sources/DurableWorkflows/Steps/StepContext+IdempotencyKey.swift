public import Workflows

extension StepContext {
  /// A text that is the same in every execution of this step in a run, and in no other.
  ///
  /// Pass the key to external services so that they do only once what a durable run requests twice:
  /// the run repeats a request if its process ended before the answer was recorded. The key names
  /// the run and the place of the step, so calls in your own loop have the same key. Two steps that
  /// receive a context at the same place of a workflow are refused when you register it. In a run
  /// without a store, the key is unique to the run.
  public var idempotencyKey: String { place.idempotencyKey(in: runIdentifier) }
}
