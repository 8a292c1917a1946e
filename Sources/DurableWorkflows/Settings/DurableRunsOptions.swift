/// Options for ``DurableRuns``.
public struct DurableRunsOptions: Sendable {
  /// The time that a run stays with a process that does not renew its lease.
  ///
  /// A process renews its leases three times within this time. When a lease ends, another process
  /// takes the run over. After a claim that took longer than a quarter of this time, because its
  /// runs have recorded much, the process claims fewer runs at a time.
  public var lease: Duration

  /// The maximum number of runs that this process works on at the same time.
  ///
  /// Runs that wait do not count.
  public var maxConcurrentRuns: Int

  /// The interval at which the store is polled for runs that other processes have submitted or
  /// woken.
  public var pollInterval: Duration

  /// The maximum size of the encoded output of a step, in bytes.
  ///
  /// A larger output fails the step.
  public var maxRecordSize: Int

  /// The number of times in a row that a run may be begun without progress before it is set aside.
  ///
  /// A run that ends its process makes no progress. After the second time, the run is worked on
  /// alone, so that it takes no other run down with it.
  public var maxFruitlessClaims: Int

  /// The queues whose runs this process works on, in addition to runs without a queue.
  public var queues: [RunQueue]

  /// Whether a function is called again each time before its run is parked, to find code that does
  /// not do the same again, such as a `Date()` in an `if`.
  ///
  /// A run with such a function is set aside with a reason that names the call. Set it while you
  /// develop: the code between the calls runs twice as often. The default is `false`.
  public var replaysBeforeParking = false

  /// The number of records of a run from which a function makes no further call; its run is set
  /// aside then.
  ///
  /// A process that continues the run reads them all. Let a function that goes on for long call
  /// ``Steps/continueAsNew(_:)`` before. The default is 10,000.
  public var maxRecords = 10_000

  /// The recorder of the executions of runs with a tracing system.
  package var tracing: (any DurableRunTracing)?

  /// The counter of the events of runs.
  package var counting: (any DurableRunCounting)?

  /// Creates options.
  ///
  /// - Parameters:
  ///   - lease: The time that a run stays with a process that does not renew its lease; at least 10
  ///     milliseconds.
  ///   - maxConcurrentRuns: The maximum number of runs that this process works on at the same time;
  ///     at least 1.
  ///   - pollInterval: The interval at which the store is polled for runs; at least a millisecond.
  ///   - maxRecordSize: The maximum size of the encoded output of a step, in bytes.
  ///   - maxFruitlessClaims: The number of times in a row that a run may be begun without progress;
  ///     at least 1.
  ///   - queues: The queues whose runs this process works on, in addition to runs without a queue.
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

  /// The options with each property clamped to its range.
  var withinRange: DurableRunsOptions {
    var options = DurableRunsOptions(
      lease: lease,
      maxConcurrentRuns: maxConcurrentRuns,
      pollInterval: pollInterval,
      maxRecordSize: maxRecordSize,
      maxFruitlessClaims: maxFruitlessClaims,
      queues: queues
    )
    options.replaysBeforeParking = replaysBeforeParking
    options.maxRecords = maxRecords
    options.tracing = tracing
    options.counting = counting
    return options
  }
}
