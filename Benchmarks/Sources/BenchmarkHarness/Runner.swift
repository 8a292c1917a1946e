/// Measures benchmarks: the sides alternately, in rounds of equal length, allocations apart from
/// time.
public struct Runner {
  /// How many rounds each side gets, if that does not take too long.
  public var rounds: Int
  /// How long a round should last: long against the clock's reading, short against the time slices
  /// of a busy machine, so that most rounds are not interrupted and the median is of one that was
  /// not.
  public var roundDuration: Duration
  /// How long the rounds of one benchmark may take; fewer are run then, but ``fewestRounds``.
  public var longestMeasurement: Duration = .seconds(6)

  /// The fewest rounds of a benchmark that takes long.
  public static let fewestRounds = 5

  private let clock = ContinuousClock()

  /// Creates a runner.
  public init(rounds: Int, roundDuration: Duration = .microseconds(500)) {
    precondition(rounds > 0, "a median needs at least one round")
    self.rounds = rounds
    self.roundDuration = roundDuration
  }

  /// Measures one benchmark on the calling thread.
  ///
  /// - Throws: ``UnequalWork`` if the sides do not hand equally many values to the black hole.
  public func measure(_ benchmark: Benchmark) throws(UnequalWork) -> Measurement {
    let sides = benchmark.sides
    try checkEqualWork(benchmark)
    let allocations = sides.map { AllocationPass().allocations(of: $0, in: benchmark) }
    let times = timeRounds(of: benchmark)
    let costs = sides.indices.map { index in
      Cost(
        name: sides[index].name,
        nanoseconds: quantile(0.5, of: times[index]),
        quartiles: [0.25, 0.75].map { quantile($0, of: times[index]) },
        allocations: allocations[index]
      )
    }
    return Measurement(
      name: benchmark.name,
      unit: benchmark.unit,
      rounds: times[0].count,
      bar: benchmark.bar,
      ours: costs[0],
      peers: Array(costs.dropFirst()),
      ratio: quantile(0.5, of: zip(times[0], times[1]).map { $0 / $1 })
    )
  }

  /// The runs of this check also warm everything up: metadata, caches, the allocator.
  private func checkEqualWork(_ benchmark: Benchmark) throws(UnequalWork) {
    let iterations = benchmark.isLong ? 1 : 10
    let counts = benchmark.sides.map { side in blackHoleCalls { side.run(iterations) } }
    guard let first = counts.first, first > 0, counts.allSatisfy({ $0 == first }) else {
      throw UnequalWork(
        benchmark: benchmark.name,
        iterations: iterations,
        counts: zip(benchmark.sides, counts).map { (side: $0.name, values: $1) }
      )
    }
  }

  /// For each side the nanoseconds an operation took in each round.
  ///
  /// Every other round goes through the sides backwards: an interruption that comes at a fixed pace
  /// would otherwise always hit the same one.
  private func timeRounds(of benchmark: Benchmark) -> [[Double]] {
    let sides = benchmark.sides
    let plans = sides.map { planRound(of: $0) }
    let turn = plans.map(\.duration).reduce(.zero, +)
    let affordable = Int((longestMeasurement / turn).rounded())
    var times = sides.map { _ in [Double]() }
    for round in 0..<min(rounds, max(Self.fewestRounds, affordable)) {
      for index in round.isMultiple(of: 2) ? Array(sides.indices) : sides.indices.reversed() {
        let side = sides[index]
        let iterations = plans[index].iterations
        let duration = clock.measure { side.run(iterations) }
        let operations = Double(iterations) * benchmark.operations(of: side)
        times[index].append(duration / .nanoseconds(1) / operations)
      }
    }
    return times
  }

  /// How many iterations fill a round, and how long that takes.
  private func planRound(of side: Side) -> (iterations: Int, duration: Duration) {
    var iterations = 1
    while true {
      let duration = clock.measure { side.run(iterations) }
      if duration * 2 >= roundDuration {
        let fitting = max(1, Int(Double(iterations) * (roundDuration / duration)))
        return (fitting, duration * Double(fitting) / Double(iterations))
      }
      iterations *= 2
    }
  }
}
