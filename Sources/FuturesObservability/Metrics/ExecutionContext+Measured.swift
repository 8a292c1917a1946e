#if Observability
public import CoreMetrics
public import Futures

extension ExecutionContext {
  /// Returns a context that records how long jobs wait for this context and how long they run.
  ///
  /// ```swift
  /// let database = ExecutionContext.queue(queue).measured(as: "database")
  /// ```
  ///
  /// There are two timers: `label.delay` measures the time from the submission of a job to its
  /// start, and `label.run` the time that it runs. If metrics are not bootstrapped, the result is
  /// this context.
  ///
  /// - Parameters:
  ///   - label: The common part of the names of the timers.
  ///   - dimensions: The dimensions of the timers.
  ///   - clock: The clock that measures durations.
  ///   - metrics: The factory of the metrics.
  /// - Returns: A context that runs jobs on this one. An `InvalidationToken` of this context does
  ///   not release closures on the returned one.
  public func measured(
    as label: String,
    dimensions: [(String, String)] = [],
    clock: any Clock<Duration> = ContinuousClock(),
    metrics: any MetricsFactory = MetricsSystem.factory
  ) -> ExecutionContext {
    if metrics.isDiscarding { return self }
    let time = Stopwatch(clock)
    let delay = Timer(label: "\(label).delay", dimensions: dimensions, factory: metrics)
    let run = Timer(label: "\(label).run", dimensions: dimensions, factory: metrics)
    return .custom(label) { job in
      let submission = time.now()
      self {
        let start = time.now()
        delay.record(start - submission)
        job()
        run.record(time.now() - start)
      }
    }
  }
}
#endif
