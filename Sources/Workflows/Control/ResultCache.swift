internal import Futures

/// A cache of the outputs of a step, by input.
///
/// ```swift
/// let places = ResultCache<String, Place>(lifetime: .seconds(600))
/// let forecast = Workflow {
///   FindPlace().cached(in: places)   // String -> Place
///   LoadForecast()
/// }
/// ```
///
/// Runs that need the same input at the same time share one execution of the step. Cancelling a run
/// affects only that run; when the last one is cancelled, the execution is cancelled. All runs that
/// wait receive a failure, which is not cached.
public actor ResultCache<Input: Hashable & Sendable, Output: Sendable> {
  private struct Entry {
    let number: Int
    let since: Duration
    let future: Future<Output, any Error>
    let interest: InterestCounter<Output, any Error>
    /// Claimed when the last run that waits has left.
    let loss: Once

    /// Whether the entry will have no output.
    var hasFailed: Bool {
      future.currentValue == nil && (future.currentError != nil || loss.hasHappened)
    }

    /// Whether to evict this entry before another one: failures first, then by age.
    func goesBefore(_ other: Entry) -> Bool {
      hasFailed == other.hasFailed ? number < other.number : hasFailed
    }
  }

  private let lifetime: Duration?
  private let limit: Int
  private let time: Stopwatch
  private var entries: [Input: Entry] = [:]
  private var lastNumber = 0
  /// The number of entries at which unusable ones are removed.
  private var sweepCount = 64

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - lifetime: How long an output is valid, counted from the start of the step; `nil` for no
  ///     limit. An expired output is removed when its input is used again, or eventually as others
  ///     are added.
  ///   - limit: The most outputs to keep; the oldest is evicted beyond that. Values less than 1
  ///     count as 1.
  ///   - clock: The clock that measures the lifetime.
  public init(
    lifetime: Duration? = nil,
    limit: Int = .max,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.lifetime = lifetime
    self.limit = max(1, limit)
    time = Stopwatch(clock)
  }

  /// The number of outputs that are cached or in progress, including expired ones not yet removed.
  ///
  /// - Complexity: O(*n*).
  public var count: Int { entries.values.count { !$0.hasFailed } }

  /// Removes all outputs.
  ///
  /// Runs that wait for an execution still receive its outcome.
  public func removeAll() { entries = [:] }

  /// Removes the output for an input.
  ///
  /// - Parameter input: The input.
  public func remove(_ input: Input) { entries[input] = nil }

  /// Returns a share in the output for an input: cached, in progress, or of an execution that
  /// starts now.
  ///
  /// - Returns: The share, and a flag that is claimed when the execution was stopped because all
  ///   interest was lost, which may happen while the share is created.
  func share(
    of input: Input,
    make: @Sendable (CancellationToken) -> Future<Output, any Error>
  ) -> (Future<Output, any Error>, loss: Once) {
    let now = time.now()
    if let entry = entries[input], isUsable(entry, now) {
      return (entry.interest.share(), entry.loss)
    }
    let source = CancellationSource()
    let future = make(source.token)
    let loss = Once()
    lastNumber += 1
    let entry = Entry(
      number: lastNumber,
      since: now,
      future: future,
      interest: InterestCounter(future) {
        loss.claim()
        future.cancel()
        source.cancel()
      },
      loss: loss
    )
    entries[input] = entry
    if entries.count > sweepCount { sweep(now) }
    if entries.count > limit, let last = entries.min(by: { $0.value.goesBefore($1.value) }) {
      entries[last.key] = nil
    }
    return (entry.interest.share(), loss)
  }

  private func isUsable(_ entry: Entry, _ now: Duration) -> Bool {
    if entry.hasFailed { return false }
    guard let lifetime else { return true }
    // If the clock was set back, the age is unknown.
    return entry.since <= now && now - entry.since < lifetime
  }

  /// Removes failures and expired outputs.
  ///
  /// Called when the number of entries has doubled since the last time, so that the cost for each
  /// entry stays constant.
  private func sweep(_ now: Duration) {
    entries = entries.filter { isUsable($0.value, now) }
    sweepCount = max(64, 2 * entries.count)
  }
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

struct CachedStep<Base: Step>: Step where Base.Input: Hashable {
  let base: Base
  let cache: ResultCache<Base.Input, Base.Output>

  var name: String { base.name }
  var weight: Double { base.weight }

  nonisolated(nonsending) func run(
    _ input: Base.Input,
    in context: StepContext
  ) async throws -> Base.Output {
    while true {
      let (share, loss) = await cache.share(of: input) { [base] token in
        let outer = context.lane
        let lane = Lane(inside: outer, context.range)
        let inner = context.inLane(lane, cancellation: token)
        return Future(cancellation: token) {
          defer { outer.merge(lane) }
          return try await base.run(input, in: inner)
        }
      }
      do {
        return try await share.getOrCancel()
      } catch  where isCancellation(error) && loss.hasHappened {
        // The share was created while the last other run left; try again, unless this run is
        // cancelled.
        try context.throwIfCancelled()
      }
    }
  }
}
