/// A comparison of counts with their thresholds.
public struct ThresholdCheck {
  /// The failures, one sentence each: counts above their threshold, and names on one side only.
  public let failures: [String]
  /// Counts so far below their threshold that it should be tightened.
  public let remarks: [String]

  /// Compares counts with thresholds.
  ///
  /// - Parameters:
  ///   - counts: The counts.
  ///   - thresholds: The thresholds.
  ///   - isPartial: Whether only some benchmarks ran, so that thresholds may lack a count.
  public init(of counts: Counts, against thresholds: Thresholds, isPartial: Bool = false) {
    let allocations = counts.allocations.mapValues(\.value)
    let checks = [
      Self.check(allocations, thresholds.allocations, "allocations an operation", isPartial),
      Self.check(counts.bytes, thresholds.bytes, "bytes", isPartial),
    ]
    failures = checks.flatMap(\.failures)
    remarks = checks.flatMap(\.remarks)
  }

  private static func check(
    _ counts: [String: Double],
    _ thresholds: [String: Double],
    _ unit: String,
    _ isPartial: Bool
  ) -> (failures: [String], remarks: [String]) {
    var failures: [String] = []
    var remarks: [String] = []
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
      let found = fixed(count, digits: 3)
      guard let threshold = thresholds[name] else {
        failures.append("\(name) has no threshold; it came to \(found) \(unit).")
        continue
      }
      let allowed = fixed(threshold, digits: 3)
      if count > threshold {
        failures.append("\(name): \(found) \(unit), the threshold is \(allowed).")
      } else if count < threshold * 0.8 - 0.02 {
        remarks.append("\(name): \(found) \(unit), far below the threshold of \(allowed).")
      }
    }
    let missing = isPartial ? [] : thresholds.keys.filter { counts[$0] == nil }.sorted()
    failures += missing.map { "\($0) has a threshold of \(unit) but no benchmark." }
    return (failures, remarks)
  }
}
