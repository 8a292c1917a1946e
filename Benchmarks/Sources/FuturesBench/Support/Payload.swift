import BenchmarkHarness

/// A value that travels through the futures of a benchmark.
protocol Payload: Sendable {
  /// The suffix of the names of benchmarks with this payload.
  static var suffix: String { get }
  /// Returns a value that the compiler knows nothing about.
  static func sample() -> Self
  /// Returns the next value, with as little work as possible: the benchmark measures the futures,
  /// not the closures.
  func next() -> Self
}

extension Payload {
  /// Returns the bar for the ratio of a benchmark, which depends on whether references are counted.
  static func bar(_ ratio: Double, string: Double) -> Double { suffix.isEmpty ? ratio : string }
}

/// One word without references: the smallest payload of a future.
extension Int: Payload {
  static var suffix: String { "" }
  static func sample() -> Int { opaque(1) }
  @inline(__always) func next() -> Int { self &+ 1 }
}

/// Two words with a reference count: too long for the inline form, and not a literal.
extension String: Payload {
  static var suffix: String { "-string" }
  static func sample() -> String { String(repeating: opaque("payload "), count: 4) }
  @inline(__always) func next() -> String { self }
}
