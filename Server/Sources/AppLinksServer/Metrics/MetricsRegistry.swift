package import CoreMetrics
import Synchronization

/// The metrics of the server, which `/metrics` prints.
///
/// The registry is the factory of `MetricsSystem`. A metric is kept from its first use on, which is
/// safe because labels come from code, never from requests.
package final class MetricsRegistry: MetricsFactory {
  /// A metric with its dimensions.
  struct ID: Hashable {
    let label: String
    let dimensions: [[String]]
  }

  private struct State {
    var counts: [ID: CountMetric] = [:]
    var gauges: [ID: GaugeMetric] = [:]
    var timers: [ID: TimerMetric] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  package func makeCounter(
    label: String,
    dimensions: [(String, String)]
  ) -> any CounterHandler {
    metric(label, dimensions, in: \.counts) { CountMetric() }
  }

  package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    metric(label, dimensions, in: \.gauges) { GaugeMetric() }
  }

  package func makeRecorder(
    label: String,
    dimensions: [(String, String)],
    aggregate: Bool
  ) -> any RecorderHandler {
    metric(label, dimensions, in: \.gauges) { GaugeMetric() }
  }

  package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    metric(label, dimensions, in: \.timers) { TimerMetric() }
  }

  // Metrics are few and are kept, because the code that created them may hold on to them.
  package func destroyCounter(_ handler: any CounterHandler) {}
  package func destroyMeter(_ handler: any MeterHandler) {}
  package func destroyRecorder(_ handler: any RecorderHandler) {}
  package func destroyTimer(_ handler: any TimerHandler) {}

  private func metric<Metric: Sendable>(
    _ label: String,
    _ dimensions: [(String, String)],
    in kind: any WritableKeyPath<State, [ID: Metric]> & Sendable,
    _ make: () -> Metric
  ) -> Metric {
    let id = ID(label: label, dimensions: dimensions.map { [$0.0, $0.1] })
    return state.withLock { state in
      if let known = state[keyPath: kind][id] { return known }
      let metric = make()
      state[keyPath: kind][id] = metric
      return metric
    }
  }

  /// The metrics in the text format of Prometheus.
  package var text: String {
    let state = state.withLock { $0 }
    var page = MetricsText()
    page.add(state.counts, as: "counter") { [("", $0.value)] }
    page.add(state.gauges, as: "gauge") { [("", $0.value)] }
    page.addHistograms(state.timers)
    return page.text
  }
}
