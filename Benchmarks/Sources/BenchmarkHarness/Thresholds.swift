public import Foundation

/// The maximum allocations or bytes of each benchmark, as committed in a file.
public struct Thresholds: Codable, Equatable, Sendable {
  /// The allocations per operation, by the benchmark's name.
  public var allocations: [String: Double]
  /// The bytes, by the footprint's name.
  public var bytes: [String: Double]

  /// Creates thresholds.
  public init(allocations: [String: Double], bytes: [String: Double]) {
    self.allocations = allocations
    self.bytes = bytes
  }

  /// Creates thresholds from the contents of the file.
  public init(json: Data) throws { self = try JSONDecoder().decode(Self.self, from: json) }

  /// Returns the contents of the file.
  public func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return try encoder.encode(self) + Data("\n".utf8)
  }

  /// Returns a threshold for each count.
  ///
  /// The threshold of an exact count is 0.01 higher, because the process occasionally
  /// allocates a buffer that is unrelated to the operation. That of a count that threads can change
  /// is 15 percent higher.
  public static func around(_ counts: Counts) -> Thresholds {
    Thresholds(
      allocations: counts.allocations.mapValues { count in
        roundedUp(count.isExact ? count.value + 0.01 : count.value * 1.15)
      },
      bytes: counts.bytes.mapValues { roundedUp($0 + 1) }
    )
  }

  private static func roundedUp(_ number: Double) -> Double {
    let parts = 1_000.0
    return (number * parts - 1e-6).rounded(.up) / parts
  }
}

/// The counts of one pass.
public struct Counts: Sendable {
  /// A count, and whether the next run will give the same one.
  public struct Count: Sendable {
    /// The allocations per operation.
    public let value: Double
    /// Whether the count is independent of threads.
    public let isExact: Bool

    /// Creates a count.
    public init(value: Double, isExact: Bool) {
      self.value = value
      self.isExact = isExact
    }
  }

  /// The allocations per operation, by the benchmark's name.
  public var allocations: [String: Count]
  /// The bytes, by the footprint's name.
  public var bytes: [String: Double]

  /// Creates counts.
  public init(allocations: [String: Count] = [:], bytes: [String: Double] = [:]) {
    self.allocations = allocations
    self.bytes = bytes
  }
}
