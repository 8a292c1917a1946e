/// Measures benchmarks: the sides alternate in rounds of equal length, and allocations are counted
/// separately from time.
public struct Runner {
  /// The number of rounds of each side, if they do not take too long.
  public var rounds: Int
  /// The duration of a round.
  ///
  /// It should be long compared with reading the clock and short compared with the time slices of a
  /// busy machine, so that most rounds, and therefore the median, are not interrupted.
  public var roundDuration: Duration
  /// The longest time for the rounds of one benchmark, which limits their number.
  ///
  /// There are at least ``fewestRounds``.
  public var longestMeasurement: Duration = .seconds(6)

  /// The minimum number of rounds of a benchmark that takes long.
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
  /// - Throws: ``UnequalWork`` if the sides do not pass equally many values to the black hole.
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

  /// Checks that all sides do the same work, which also warms up metadata, caches and the
  /// allocator.
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

  /// Returns the nanoseconds per operation of each side in each round.
  ///
  /// Every other round runs the sides in reverse order: a periodic interruption would otherwise
  /// always hit the same side.
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

  /// Returns the number of iterations that fill a round, and their duration.
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
