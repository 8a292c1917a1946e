internal import Futures

/// The outputs of a step, kept by input.
///
/// ```swift
/// let places = ResultCache<String, Place>(lifetime: .seconds(600))
/// let forecast = Workflow {
///   FindPlace().cached(in: places)   // String -> Place
///   LoadForecast()
/// }
/// ```
///
/// Runs that ask for the same input at the same time share one execution of the step. It is
/// cancelled when the last of them has been. A failure reaches all that wait for it, and is not
/// kept.
public actor ResultCache<Input: Hashable & Sendable, Output: Sendable> {
  private struct Entry {
    let number: Int
    let since: Duration
    let future: Future<Output, any Error>
    let interest: InterestCounter<Output, any Error>
    /// Happens when the last of those who wait has left.
    let loss: Once

    /// Whether there will be no output.
    var hasFailed: Bool {
      future.value == nil && (future.error != nil || loss.hasHappened)
    }

    /// Whether to let go of this entry sooner than of another one: a failure is of no use, however
    /// new it is.
    func goesBefore(_ other: Entry) -> Bool {
      hasFailed == other.hasFailed ? number < other.number : hasFailed
    }
  }

  private let lifetime: Duration?
  private let limit: Int
  private let time: Stopwatch
  private var entries: [Input: Entry] = [:]
  private var lastNumber = 0
  /// How many entries there may be before those that are of no use are looked for.
  private var sweepCount = 64

  /// Makes an empty cache.
  ///
  /// - Parameters:
  ///   - lifetime: How long an output is used, counted from the start of the step; `nil` for ever.
  ///     It is let go of when its input is asked for again, or some time after others have been
  ///     added.
  ///   - limit: The most outputs to keep; beyond that, the oldest goes. Less than 1 is taken as 1.
  ///   - clock: What to measure the lifetime with.
  public init(
    lifetime: Duration? = nil,
    limit: Int = .max,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.lifetime = lifetime
    self.limit = max(1, limit)
    time = Stopwatch(clock)
  }

  /// How many outputs are kept or being made, including those whose time is over and that are still
  /// to go.
  ///
  /// - Complexity: O(*n*).
  public var count: Int { entries.values.count { !$0.hasFailed } }

  /// Forgets everything.
  ///
  /// Runs that wait for an execution still get its outcome.
  public func removeAll() { entries = [:] }

  /// Forgets the output for an input.
  ///
  /// - Parameter input: The input.
  public func remove(_ input: Input) { entries[input] = nil }

  /// A share in the output for an input, which is kept, being made, or made from now on.
  ///
  /// - Returns: The share, and what tells whether its execution was stopped because everybody had
  ///   left, which may be at the moment at which the share is made.
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
    return now - entry.since < lifetime
  }

  /// Forgets failures and outputs whose time is over, for inputs that nobody asks for again.
  ///
  /// Called when there are twice as many entries as the last time left, so that it costs little for
  /// each.
  private func sweep(_ now: Duration) {
    entries = entries.filter { isUsable($0.value, now) }
    sweepCount = max(64, 2 * entries.count)
  }
}

extension Step where Input: Hashable {
  /// Keeps outputs, and gives the kept one instead of running this step again for the same input.
  ///
  /// What the step sets under a ``RunKey`` belongs to the run that executed it: a run that gets a
  /// kept output, or shares an execution, does not see it.
  ///
  /// - Parameter cache: Where to keep outputs; one that belongs to the returned step and its copies
  ///   if you do not say.
  /// - Returns: A step of the same name.
  public func cached(
    in cache: ResultCache<Input, Output> = ResultCache()
  ) -> some Step<Input, Output> {
    CachedStep(base: self, cache: cache)
  }
}

private struct CachedStep<Base: Step>: Step where Base.Input: Hashable {
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
        // Unless this run shall stop itself, it came just when the last of the others had left.
        try context.throwIfCancelled()
      }
    }
  }
}
