#if Observability
public import CoreMetrics
public import Futures

extension Future {
  /// Records how long the future takes from now on and how it ends.
  ///
  /// ```swift
  /// let image = download(url).measured(
  ///   as: "image.download",
  ///   dimensions: [("host", host)]
  /// )
  /// ```
  ///
  /// The timer `label` has the dimension `outcome`: `succeeded`, `failed`, or `cancelled`. A future
  /// that never settles is not recorded. This method does not count as observing a failure, and
  /// allocates nothing if metrics are not bootstrapped.
  ///
  /// - Parameters:
  ///   - label: The name of the timer.
  ///   - dimensions: Further dimensions.
  ///   - clock: The clock that measures durations.
  ///   - metrics: The factory of the metrics.
  /// - Returns: This same future.
  @discardableResult
  public func measured(
    as label: String,
    dimensions: [(String, String)] = [],
    clock: any Clock<Duration> = ContinuousClock(),
    metrics: any MetricsFactory = MetricsSystem.factory
  ) -> Future {
    if metrics.isDiscarding { return self }
    let time = Stopwatch(clock)
    inspect { result in
      let outcome: String
      switch result {
      case .success: outcome = OutcomeName.succeeded
      case .failure(let error): outcome = OutcomeName.of(error)
      case nil: return
      }
      metrics.record(time.now(), as: label, dimensions + [("outcome", outcome)])
    }
    return self
  }
}
#endif
