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

  /// Creates a cost from numbers measured elsewhere.
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
  /// How many rounds each side got.
  public let rounds: Int
  /// What it has to stay within.
  public let bar: Bar
  /// This library's cost.
  public let ours: Cost
  /// The peers' costs, in the benchmark's order.
  public let peers: [Cost]
  /// Our time divided by the first peer's: below one, we are faster.
  ///
  /// The median, over all rounds, of the quotient of the two sides' times in that round.
  public let ratio: Double

  /// Creates a measurement out of costs.
  public init(
    name: String,
    unit: String,
    rounds: Int,
    bar: Bar = .none,
    ours: Cost,
    peers: [Cost],
    ratio: Double
  ) {
    self.name = name
    self.unit = unit
    self.rounds = rounds
    self.bar = bar
    self.ours = ours
    self.peers = peers
    self.ratio = ratio
  }

  /// Whether the ratio is within its bar.
  public var ratioVerdict: Verdict { Verdict(ratio, atMost: bar.ratio) }

  /// Whether the allocations are within their bar.
  public var allocationsVerdict: Verdict {
    Verdict(ours.allocations, atMost: bar.allocations)
  }
}
