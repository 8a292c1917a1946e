/// What one side of a benchmark costs, per operation.
public struct Cost: Codable, Equatable, Sendable {
  /// The side's name.
  public let name: String
  /// The median over all rounds.
  public let nanoseconds: Double
  /// Half of the rounds lie between these two: how quiet the machine was.
  public let quartiles: [Double]
  /// Calls to the allocator, nil where they cannot be counted.
  public let allocations: Double?

  /// Makes a cost from numbers measured elsewhere.
  public init(name: String, nanoseconds: Double, quartiles: [Double], allocations: Double?) {
    self.name = name
    self.nanoseconds = nanoseconds
    self.quartiles = quartiles
    self.allocations = allocations
  }
}

/// What came out of one benchmark.
public struct Measurement: Codable, Equatable, Sendable {
  /// The benchmark's name.
  public let name: String
  /// What one operation is.
  public let unit: String
  /// This library's cost.
  public let ours: Cost
  /// The peer's cost.
  public let peer: Cost
  /// Our time divided by the peer's: below one, we are faster.
  public let ratio: Double

  /// Makes a measurement out of two costs.
  public init(name: String, unit: String, ours: Cost, peer: Cost) {
    self.name = name
    self.unit = unit
    self.ours = ours
    self.peer = peer
    self.ratio = ours.nanoseconds / peer.nanoseconds
  }
}
