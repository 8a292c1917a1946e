public import Futures

/// A cache of the outputs of a step, by input.
///
/// ```swift
/// let places = ResultCache<String, Place>(keeping: .upTo(100, for: .seconds(600)))
/// let forecast = Workflow {
///   FindPlace().cached(in: places)   // String -> Place
///   LoadForecast()
/// }
/// ```
///
/// Runs that need the same input at the same time share one execution of the step. Cancelling a run
/// affects only that run; when the last one is cancelled, the execution is cancelled, unless the
/// cache was created with `AbandonPolicy.finish`. All runs that wait receive a failure,
/// which is cached only if the retention has a time for failures. An execution belongs to the run
/// that started it; while that run is paused, no further part of the execution begins.
public final class ResultCache<Input: Hashable & Sendable, Output: Sendable>: Sendable {
  let executions: SharedLoads<Input, Output, any Error>

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - retention: Which outputs are kept, and for how long, counted from the end of the step.
  ///   - policy: What happens to an execution of the step when the last run that waits for it is
  ///     cancelled.
  ///   - clock: The clock that measures the lifetime.
  public init(
    keeping retention: Retention<Output> = .everything,
    whenAbandoned policy: AbandonPolicy = .cancel,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    executions = SharedLoads(keeping: retention, whenAbandoned: policy, clock: clock)
  }

  /// The number of cached outputs, including expired ones that are not yet removed.
  public var count: Int { executions.count }

  /// Removes all outputs.
  ///
  /// Runs that wait for an execution still receive its outcome, which is not cached.
  public func removeAll() { executions.removeAll() }

  /// Removes the output for an input.
  ///
  /// Runs that wait for its execution still receive the outcome, which is not cached.
  ///
  /// - Parameter input: The input.
  public func remove(_ input: Input) { executions.remove(input) }
}

extension Step where Input: Hashable {
  /// Returns a step that caches the outputs of this one.
  ///
  /// For an input with a cached output, the step returns that output without running. Values that
  /// this step sets under a ``RunKey`` belong to the run that executed it: a run that receives a
  /// cached output, or shares an execution, does not see them.
  ///
  /// - Parameter cache: The cache; by default, a new one for the returned step and its copies.
  /// - Returns: A step with the same name.
  public func cached(
    in cache: ResultCache<Input, Output> = ResultCache()
  ) -> some Step<Input, Output> {
    CachedStep(base: self, cache: cache)
  }
}

struct CachedStep<Base: Step>: WrappingStep where Base.Input: Hashable {
  let base: Base
  let cache: ResultCache<Base.Input, Base.Output>

  nonisolated(nonsending) func run(
    _ input: Base.Input,
    in context: StepContext
  ) async throws -> Base.Output {
    let share = cache.executions.load(
      input,
      cancellation: .never,
      startingWith: { [base] token in
        let outer = context.lane
        let lane = Lane(inside: outer, context.range)
        let inner = context.inLane(lane, cancellation: token)
        return Future(cancellation: token) {
          defer { outer.merge(lane) }
          return try await base.run(input, in: inner)
        }
      }
    )
    return try await share.getOrCancel()
  }
}
