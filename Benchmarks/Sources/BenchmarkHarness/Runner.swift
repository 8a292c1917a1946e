/// Measures benchmarks: the sides by turns, in rounds of equal length, allocations apart from time.
public struct Runner {
  /// How many rounds each side gets.
  public var rounds: Int
  /// How long a round should last: long against the clock's reading, short against the machine's
  /// changes of speed, which interleaving is there to cancel.
  public var roundDuration: Duration
  /// How many iterations allocations are averaged over.
  public var countedIterations = 100

  private let clock = ContinuousClock()

  /// Makes a runner.
  public init(rounds: Int, roundDuration: Duration = .milliseconds(2)) {
    precondition(rounds > 0, "a median needs at least one round")
    self.rounds = rounds
    self.roundDuration = roundDuration
  }

  /// Measures one benchmark on the calling thread.
  ///
  /// - Throws: ``UnequalWork`` if the sides do not hand equally many values to the black hole.
  public func measure(_ benchmark: Benchmark) throws(UnequalWork) -> Measurement {
    let sides = [benchmark.ours, benchmark.peer]
    try checkEqualWork(sides, of: benchmark.name)
    let allocations = sides.map { countAllocations(of: $0) }
    let times = timeRounds(of: sides)
    let costs = sides.indices.map { index in
      cost(
        of: sides[index],
        times: times[index],
        allocations: allocations[index],
        operations: Double(benchmark.operations)
      )
    }
    return Measurement(
      name: benchmark.name,
      unit: benchmark.unit,
      ours: costs[0],
      peer: costs[1]
    )
  }

  /// The runs of this check also warm everything up: metadata, caches, the allocator.
  private func checkEqualWork(_ sides: [Side], of name: String) throws(UnequalWork) {
    let iterations = 10
    let counts = sides.map { side in blackHoleCalls { side.run(iterations) } }
    guard let first = counts.first, first > 0, counts.allSatisfy({ $0 == first }) else {
      throw UnequalWork(
        benchmark: name,
        iterations: iterations,
        counts: zip(sides, counts).map { (side: $0.name, values: $1) }
      )
    }
  }

  /// Allocations an iteration; the least of three passes, as the process may have other threads.
  private func countAllocations(of side: Side) -> Double? {
    let counts = (0..<3).compactMap { _ in
      AllocationCounting.count { side.run(countedIterations) }
    }
    return counts.min().map { Double($0) / Double(countedIterations) }
  }

  /// For each side the nanoseconds an iteration took in each round.
  private func timeRounds(of sides: [Side]) -> [[Double]] {
    let iterations = sides.map { iterationsInRound(of: $0) }
    var times = sides.map { _ in [Double]() }
    for _ in 0..<rounds {
      for (index, side) in sides.enumerated() {
        let duration = clock.measure { side.run(iterations[index]) }
        times[index].append(duration / .nanoseconds(1) / Double(iterations[index]))
      }
    }
    return times
  }

  /// How many iterations fill a round.
  private func iterationsInRound(of side: Side) -> Int {
    var iterations = 1
    while true {
      let duration = clock.measure { side.run(iterations) }
      if duration * 2 >= roundDuration {
        return max(1, Int(Double(iterations) * (roundDuration / duration)))
      }
      iterations *= 2
    }
  }

  private func cost(
    of side: Side,
    times: [Double],
    allocations: Double?,
    operations: Double
  ) -> Cost {
    Cost(
      name: side.name,
      nanoseconds: quantile(0.5, of: times) / operations,
      quartiles: [0.25, 0.75].map { quantile($0, of: times) / operations },
      allocations: allocations.map { $0 / operations }
    )
  }
}
