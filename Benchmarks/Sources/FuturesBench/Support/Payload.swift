import BenchmarkHarness

/// A value that travels through the futures of a benchmark.
protocol Payload: Sendable {
  /// What the names of benchmarks with this payload end in.
  static var suffix: String { get }
  /// A value the compiler knows nothing about.
  static func sample() -> Self
  /// The next value: as little work as possible, as the futures are measured and not the closures.
  func next() -> Self
}

extension Payload {
  /// Returns the bar for the ratio of a benchmark, which depends on whether references are counted.
  static func bar(_ ratio: Double, string: Double) -> Double { suffix.isEmpty ? ratio : string }
}

/// One word without references: the least a future can carry.
extension Int: Payload {
  static var suffix: String { "" }
  static func sample() -> Int { opaque(1) }
  @inline(__always) func next() -> Int { self &+ 1 }
}

/// Two words with a reference to count: too long for the inline form, and not a literal.
extension String: Payload {
  static var suffix: String { "-string" }
  static func sample() -> String { String(repeating: opaque("payload "), count: 4) }
  @inline(__always) func next() -> String { self }
}
