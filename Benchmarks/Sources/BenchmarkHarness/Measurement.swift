/// The cost of one side of a benchmark, per operation.
public struct Cost: Codable, Equatable, Sendable {
  /// The side's name.
  public let name: String
  /// The median of the times of all rounds.
  public let nanoseconds: Double
  /// The quartiles of those times, which tell how quiet the machine was.
  public let quartiles: [Double]
  /// The number of calls to the allocator, or nil where they cannot be counted.
  public let allocations: Double?

  /// Creates a cost from numbers measured elsewhere.
  public init(name: String, nanoseconds: Double, quartiles: [Double], allocations: Double?) {
    self.name = name
    self.nanoseconds = nanoseconds
    self.quartiles = quartiles
    self.allocations = allocations
  }
}

/// The result of one benchmark.
public struct Measurement: Codable, Equatable, Sendable {
  /// The benchmark's name.
  public let name: String
  /// The name of one operation.
  public let unit: String
  /// The number of rounds of each side.
  public let rounds: Int
  /// The bounds of the measurement.
  public let bar: Bar
  /// This library's cost.
  public let ours: Cost
  /// The peers' costs, in the benchmark's order.
  public let peers: [Cost]
  /// Our time divided by the first peer's: below one, we are faster.
  ///
  /// The value is the median, over all rounds, of the quotient of the two sides' times in a round.
  public let ratio: Double

  /// Creates a measurement from costs.
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
