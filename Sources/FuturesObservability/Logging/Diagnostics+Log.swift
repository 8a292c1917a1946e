#if Observability
public import CoreMetrics
public import Futures
public import Logging

extension Diagnostics {
  /// Logs and counts diagnostics from now on.
  ///
  /// ```swift
  /// Diagnostics.log(to: Logger(label: "futures"))
  /// ```
  ///
  /// This method replaces the handler; see `setHandler(_:)`. The metadata of a message consist of
  /// `kind` and, if present, `error` with `error.type`, `site`, and `detail`. After a period in
  /// which the limit was reached, the next message of that kind has `omitted`, the number of
  /// diagnostics that were not logged. Double completions, which many programs tolerate, are logged
  /// as `debug`.
  ///
  /// The counter `futures.diagnostics`, with the dimension `kind`, counts all of them. It costs
  /// nothing unless metrics are bootstrapped, which has to happen first.
  ///
  /// The logger is called on the thread on which the mistake is detected, outside any lock.
  ///
  /// - Parameters:
  ///   - logger: The logger.
  ///   - level: The level of messages.
  ///   - limit: The limit on messages of one kind.
  ///   - clock: The clock that measures the periods of the limit.
  ///   - metrics: The factory of the metrics.
  /// - Returns: The previously installed handler.
  @discardableResult
  public static func log(
    to logger: Logger,
    level: Logger.Level = .warning,
    limit: LogLimit = LogLimit(),
    clock: any Clock<Duration> = ContinuousClock(),
    metrics: any MetricsFactory = MetricsSystem.factory
  ) -> Handler? {
    let log = DiagnosticsLog(logger, level: level, limit: limit, clock: clock, metrics: metrics)
    return setHandler { log.write($0) }
  }
}
#endif
