public import Workflows

extension StepContext {
  /// A text that is the same in every execution of this step in a run, and in no other.
  ///
  /// Pass it to services outside, so that they do once what a durable run asks for twice: the run
  /// asks again if its process ended before the answer was recorded. It names the run and the place
  /// of the step, so two steps with one place, such as calls in a loop of yours, have the same. In
  /// a run without a store, it is unique to the run.
  public var idempotencyKey: String { place.idempotencyKey(in: runIdentifier) }
}
