import CoreMetrics
import Synchronization

/// A count that only grows.
final class CountMetric: CounterHandler {
  private let count = Mutex<Int64>(0)

  var value: Double { Double(count.withLock { $0 }) }

  func increment(by amount: Int64) { count.withLock { $0 &+= amount } }

  func reset() { count.withLock { $0 = 0 } }
}

/// A value that goes up and down.
final class GaugeMetric: MeterHandler, RecorderHandler {
  private let current = Mutex(0.0)

  var value: Double { current.withLock { $0 } }

  func set(_ value: Int64) { set(Double(value)) }

  func set(_ value: Double) { current.withLock { $0 = value } }

  func increment(by amount: Double) { current.withLock { $0 += amount } }

  func decrement(by amount: Double) { current.withLock { $0 -= amount } }

  func record(_ value: Int64) { set(Double(value)) }

  func record(_ value: Double) { set(value) }
}

/// Durations in buckets.
final class TimerMetric: TimerHandler {
  /// The durations of a metric.
  struct Times {
    /// The counts by bucket of ``TimerMetric/bounds``, and of longer durations at the end.
    var counts = [Int](repeating: 0, count: TimerMetric.bounds.count + 1)
    var seconds = 0.0
  }

  /// The upper bounds of the buckets, in seconds.
  static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5, 15]

  private let state = Mutex(Times())

  var times: Times { state.withLock { $0 } }

  func recordNanoseconds(_ duration: Int64) {
    let seconds = Double(duration) / 1e9
    let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
    state.withLock { times in
      times.counts[bucket] += 1
      times.seconds += seconds
    }
  }
}
