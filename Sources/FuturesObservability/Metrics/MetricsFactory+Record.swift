#if Observability
internal import CoreMetrics
internal import Futures

extension MetricsFactory {
  /// Whether metrics are not bootstrapped, so that measuring would be useless.
  ///
  /// It compares types, because a cast takes several times as many instructions.
  var isDiscarding: Bool { type(of: self) == NOOPMetricsHandler.self }

  /// Records one duration.
  func record(_ duration: Duration, as label: String, _ dimensions: [(String, String)]) {
    Timer(label: label, dimensions: dimensions, factory: self).record(duration)
  }
}

extension Timer {
  /// Records a duration, clamped to 292 years.
  func record(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let (nanoseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    recordNanoseconds(overflow ? .max : nanoseconds &+ attoseconds / 1_000_000_000)
  }
}

/// The names of outcomes in dimensions and attributes.
enum OutcomeName {
  static let succeeded = "succeeded"
  static let failed = "failed"
  static let cancelled = "cancelled"
  // Names for an execution of a durable run that has not ended.
  static let parked = "parked"
  static let lost = "lost"
  static let released = "released"
  static let setAside = "setAside"

  static func of(_ error: any Error) -> String { isCancellation(error) ? cancelled : failed }
}

/// Returns whether an error represents cancellation.
func isCancellation(_ error: any Error) -> Bool {
  (error as? any CancellationRepresentable)?.isCancellation ?? false
}
#endif
