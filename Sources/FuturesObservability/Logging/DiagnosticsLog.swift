#if Observability
internal import CoreMetrics
internal import Futures
internal import Logging

/// A handler that logs and counts diagnostics.
final class DiagnosticsLog: Sendable {
  private struct Period {
    let end: Duration
    var count = 1
    var omitted = 0
  }

  private let logger: Logger
  private let level: Logger.Level
  private let limit: LogLimit
  private let time: Stopwatch
  private let metrics: any MetricsFactory
  private let periods = Locked<[Diagnostic.Kind: Period]>([:])

  init(
    _ logger: Logger,
    level: Logger.Level,
    limit: LogLimit,
    clock: any Clock<Duration>,
    metrics: any MetricsFactory
  ) {
    self.logger = logger
    self.level = level
    self.limit = limit
    time = Stopwatch(clock)
    self.metrics = metrics
  }

  func write(_ diagnostic: Diagnostic) {
    if !metrics.isDiscarding {
      let dimensions = [("kind", "\(diagnostic.kind)")]
      Counter(label: "futures.diagnostics", dimensions: dimensions, factory: metrics).increment()
    }
    let level = diagnostic.kind == .doubleCompletion ? .debug : level
    if level < logger.logLevel { return }
    guard let omitted = admit(diagnostic.kind) else { return }
    var metadata: Logger.Metadata = ["kind": "\(diagnostic.kind)"]
    if let error = diagnostic.error {
      metadata["error"] = "\(error)"
      metadata["error.type"] = "\(type(of: error))"
    }
    if let site = diagnostic.site { metadata["site"] = "\(site)" }
    if let detail = diagnostic.detail { metadata["detail"] = "\(detail)" }
    if omitted > 0 { metadata["omitted"] = "\(omitted)" }
    logger.log(level: level, "\(diagnostic)", metadata: metadata, source: "Futures")
  }

  /// Counts a diagnostic against the limit.
  ///
  /// - Returns: `nil` if the diagnostic is above the limit; otherwise the number omitted in the
  ///   previous period, if this diagnostic begins a period.
  private func admit(_ kind: Diagnostic.Kind) -> Int? {
    let now = time.now()
    return periods.withLock { periods in
      guard var period = periods[kind], now < period.end else {
        let omitted = periods[kind]?.omitted ?? 0
        periods[kind] = Period(end: now + limit.period)
        return omitted
      }
      let isAdmitted = period.count < limit.count
      if isAdmitted { period.count += 1 } else { period.omitted += 1 }
      periods[kind] = period
      return isAdmitted ? 0 : nil
    }
  }
}
#endif
