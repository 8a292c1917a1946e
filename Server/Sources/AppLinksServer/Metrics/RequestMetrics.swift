import CoreMetrics
import Hummingbird
import Synchronization

/// The durations of requests, by endpoint and status.
final class RequestMetrics: Sendable {
  private struct ID: Hashable {
    let endpoint: String
    let status: Int
  }

  private let timers = Mutex<[ID: CoreMetrics.Timer]>([:])
  private let metrics: any MetricsFactory

  init(_ metrics: any MetricsFactory) { self.metrics = metrics }

  func record(_ time: Duration, of endpoint: String?, _ status: HTTPResponse.Status) {
    let id = ID(endpoint: endpoint ?? "none", status: status.code)
    let timer = timers.withLock { timers in
      if let known = timers[id] { return known }
      let timer = CoreMetrics.Timer(
        label: "applinks.requests",
        dimensions: [("endpoint", id.endpoint), ("status", "\(id.status)")],
        factory: metrics
      )
      timers[id] = timer
      return timer
    }
    timer.recordNanoseconds(Int64(time / .nanoseconds(1)))
  }
}
