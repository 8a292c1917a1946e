internal import Foundation
internal import Workflows

/// The values of a signal that queues that a run has read.
struct QueueReadings {
  /// The number up to which a run has read all values from 1 on, when it began anew.
  fileprivate var through = 0
  fileprivate var numbers: Set<Int> = []

  func contains(_ number: Int) -> Bool {
    number > 0 && number <= through || numbers.contains(number)
  }

  /// The highest number.
  var last: Int { max(through, numbers.max() ?? 0) }
}

extension RunRow {
  /// The type of the record of a reading that stands for all values up to it.
  private static var through: String { "%through" }

  /// Returns the values of a signal that queues that the run has read.
  func readings(of signal: String) -> QueueReadings { readings[signal] ?? QueueReadings() }

  /// The values of signals that queue that the run has read.
  private var readings: [String: QueueReadings] {
    var readings: [String: QueueReadings] = [:]
    for (path, record) in records {
      guard let read = path.readSignal, let name = QueuedName(stored: read) else { continue }
      var known = readings[name.signal] ?? QueueReadings()
      if record.type == Self.through {
        known.through = max(known.through, name.number)
      } else {
        known.numbers.insert(name.number)
      }
      readings[name.signal] = known
    }
    return readings
  }

  /// Whether the run takes values of a signal that queues, or has received one.
  func hasQueue(_ signal: String) -> Bool {
    awaited.contains { QueuedName(stored: $0)?.signal == signal }
      || signals.keys.contains { QueuedName(stored: $0)?.signal == signal }
      || readings[signal] != nil
  }

  /// The changes by which a run that begins anew keeps what it has read of signals that queue.
  func readingsToKeep(_ nothing: Payload) -> [RunChange<Payload>] {
    readings.flatMap { signal, readings -> [RunChange<Payload>] in
      var through = readings.through
      while readings.numbers.contains(through + 1) { through += 1 }
      let single = readings.numbers.filter { $0 == 0 || $0 > through }.sorted()
        .map { RecordPath.reading(of: QueuedName(signal, $0).stored) }
      let last = RecordPath.reading(of: QueuedName(signal, through).stored)
      return single.map { .record($0, nothing, isCompensated: false) }
        + [.record(last, nothing, type: Self.through, isCompensated: false)]
    }
  }
}

extension RunRow<Data> {
  /// Whether the run has received a value of a sender.
  func hasValue(of key: String, in signal: String) -> Bool {
    let start = QueuedValue(Data(), key: key).stored
    return signals.contains { name, stored in
      stored.value.starts(with: start) && QueuedName(stored: name)?.signal == signal
    }
  }
}
