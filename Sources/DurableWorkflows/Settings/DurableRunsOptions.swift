/// How ``DurableRuns`` works.
public struct DurableRunsOptions: Sendable {
  /// How long a run stays with a process that shows no sign of life.
  ///
  /// A process shows one three times in this time. Another one takes its runs over when it is over.
  public var lease: Duration

  /// How many runs this process works on at the same time; runs that wait do not count.
  public var maxConcurrentRuns: Int

  /// How often the store is asked for runs that other processes have submitted or woken.
  public var pollInterval: Duration

  /// How many bytes the output of a step may have, encoded; more fails the step.
  public var maxRecordSize: Int

  /// How many times in a row a run may be begun without getting on, before it is set aside.
  ///
  /// A run that ends its process does not get on. After the second time it is worked on alone, so
  /// that it takes no other with it.
  public var maxFruitlessClaims: Int

  /// The queues whose runs this process works on, besides runs without a queue.
  public var queues: [RunQueue]

  /// What records the executions of runs with a tracing system.
  package var tracing: (any DurableRunTracing)?

  /// What counts what happens to runs.
  package var counting: (any DurableRunCounting)?

  /// Creates options.
  ///
  /// - Parameters:
  ///   - lease: How long a run stays with a process that shows no sign of life; at least
  ///     10 milliseconds.
  ///   - maxConcurrentRuns: How many runs this process works on at the same time; at least 1.
  ///   - pollInterval: How often the store is asked for runs; at least a millisecond.
  ///   - maxRecordSize: How many bytes the output of a step may have, encoded.
  ///   - maxFruitlessClaims: How many times in a row a run may be begun without getting on; at
  ///     least 1.
  ///   - queues: The queues whose runs this process works on, besides runs without a queue.
  public init(
    lease: Duration = .seconds(30),
    maxConcurrentRuns: Int = 64,
    pollInterval: Duration = .seconds(1),
    maxRecordSize: Int = 1 << 20,
    maxFruitlessClaims: Int = 8,
    queues: [RunQueue] = []
  ) {
    self.lease = max(lease, .milliseconds(10))
    self.maxConcurrentRuns = max(1, maxConcurrentRuns)
    self.pollInterval = max(pollInterval, .milliseconds(1))
    self.maxRecordSize = maxRecordSize
    self.maxFruitlessClaims = max(1, maxFruitlessClaims)
    self.queues = queues
  }

  /// The same options within their ranges, also if a property was set to something else.
  var withinRange: DurableRunsOptions {
    var options = DurableRunsOptions(
      lease: lease,
      maxConcurrentRuns: maxConcurrentRuns,
      pollInterval: pollInterval,
      maxRecordSize: maxRecordSize,
      maxFruitlessClaims: maxFruitlessClaims,
      queues: queues
    )
    options.tracing = tracing
    options.counting = counting
    return options
  }
}
