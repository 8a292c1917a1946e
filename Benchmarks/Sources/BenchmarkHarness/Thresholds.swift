public import Foundation

/// The most allocations (or bytes) that each benchmark may come to, as committed in a file.
public struct Thresholds: Codable, Equatable, Sendable {
  /// Allocations an operation, by the benchmark's name.
  public var allocations: [String: Double]
  /// Bytes, by the footprint's name.
  public var bytes: [String: Double]

  /// Creates thresholds.
  public init(allocations: [String: Double], bytes: [String: Double]) {
    self.allocations = allocations
    self.bytes = bytes
  }

  /// Reads the file's contents.
  public init(json: Data) throws { self = try JSONDecoder().decode(Self.self, from: json) }

  /// The file's contents.
  public func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return try encoder.encode(self) + Data("\n".utf8)
  }

  /// A threshold for each count.
  ///
  /// An exact count gets a hundredth more, as now and then a buffer of the process is made that has
  /// nothing to do with the operation; one that threads can change gets 15 per cent more.
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

/// What was counted in one pass.
public struct Counts: Sendable {
  /// A count, and whether the next run will find the same.
  public struct Count: Sendable {
    /// Allocations an operation.
    public let value: Double
    /// Whether threads cannot change it.
    public let isExact: Bool

    /// Creates a count.
    public init(value: Double, isExact: Bool) {
      self.value = value
      self.isExact = isExact
    }
  }

  /// Allocations an operation, by the benchmark's name.
  public var allocations: [String: Count]
  /// Bytes, by the footprint's name.
  public var bytes: [String: Double]

  /// Creates counts.
  public init(allocations: [String: Count] = [:], bytes: [String: Double] = [:]) {
    self.allocations = allocations
    self.bytes = bytes
  }
}
