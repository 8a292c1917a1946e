#if Observability
internal import CoreMetrics
internal import Futures

extension MetricsFactory {
  /// Whether nothing was bootstrapped, so that measuring would be useless.
  ///
  /// Compares types, because a cast takes several times the instructions.
  var isDiscarding: Bool { type(of: self) == NOOPMetricsHandler.self }

  /// Records one duration.
  func record(_ duration: Duration, as label: String, _ dimensions: [(String, String)]) {
    Timer(label: label, dimensions: dimensions, factory: self).record(duration)
  }
}

extension Timer {
  /// Records a duration; one of more than 292 years is recorded as that.
  func record(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let (nanoseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    recordNanoseconds(overflow ? .max : nanoseconds &+ attoseconds / 1_000_000_000)
  }
}

/// The words for outcomes in dimensions and attributes.
enum OutcomeName {
  static let succeeded = "succeeded"
  static let failed = "failed"
  static let cancelled = "cancelled"
  // Of an execution of a durable run that has not ended.
  static let parked = "parked"
  static let lost = "lost"
  static let released = "released"
  static let setAside = "setAside"

  static func of(_ error: any Error) -> String { isCancellation(error) ? cancelled : failed }
}

/// Whether an error represents cancellation.
func isCancellation(_ error: any Error) -> Bool {
  (error as? any CancellationRepresentable)?.isCancellation ?? false
}
#endif
