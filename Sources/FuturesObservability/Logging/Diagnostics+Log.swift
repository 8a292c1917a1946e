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
  /// Replaces the handler; see `setHandler(_:)`. The metadata of a message are `kind`, and where
  /// there is one, `error` with `error.type`, `site` and `detail`. After a period in which the
  /// limit was reached, the next message of that kind has `omitted`, the number of diagnostics that
  /// were not logged. Double completions, which many programs tolerate, are logged as `debug`.
  ///
  /// The counter `futures.diagnostics`, with the dimension `kind`, counts all of them. It costs
  /// nothing until metrics are bootstrapped, which has to come first.
  ///
  /// The logger is called on the thread on which the mistake shows, outside of any lock.
  ///
  /// - Parameters:
  ///   - logger: The logger.
  ///   - level: The level of messages.
  ///   - limit: How many messages of one kind are logged in a while.
  ///   - clock: What periods of the limit are measured with.
  ///   - metrics: Where to count.
  /// - Returns: The handler that was installed before.
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
