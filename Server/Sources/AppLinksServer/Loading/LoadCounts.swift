import CoreMetrics

/// Counts of answers, and the times of loads.
struct LoadCounts: Sendable {
  let fresh: Counter
  let stale: Counter
  let missing: Counter
  let failures: Counter
  let waits: Counter
  let lostLeases: Counter
  let storeFailures: Counter
  let loads: CoreMetrics.Timer

  init(kind: String, _ metrics: any MetricsFactory) {
    func counter(_ label: String, _ dimensions: [(String, String)] = []) -> Counter {
      Counter(label: label, dimensions: [("kind", kind)] + dimensions, factory: metrics)
    }
    fresh = counter("applinks.answers", [("state", "fresh")])
    stale = counter("applinks.answers", [("state", "stale")])
    missing = counter("applinks.answers", [("state", "missing")])
    failures = counter("applinks.load.failures")
    waits = counter("applinks.lease.waits")
    lostLeases = counter("applinks.lease.lost")
    storeFailures = counter("applinks.store.failures")
    loads = CoreMetrics.Timer(
      label: "applinks.loads",
      dimensions: [("kind", kind)],
      factory: metrics
    )
  }
}
