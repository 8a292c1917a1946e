import Testing

@testable import BenchmarkHarness

/// A class instance is one call to the allocator.
private final class Block {}

/// Hands `values` values to the black hole an iteration, and makes as many blocks as asked.
private func side(_ name: String, values: Int, blocks: Int = 0) -> Side {
  Side(name) { iterations in
    for _ in 0..<iterations {
      for _ in 0..<values { blackHole(values) }
      for _ in 0..<blocks { _ = opaque(Block()) }
    }
  }
}

@Suite struct RunnerTests {
  let runner = Runner(rounds: 3, roundDuration: .microseconds(50))

  // In a process of its own: allocations of every thread count, the test library's too.
  @Test(.enabled(if: AllocationCounting.isAvailable))
  func allocationsAreDividedByIterationsAndOperations() async {
    await #expect(processExitsWith: .success) {
      let measurement = try Runner(rounds: 1, roundDuration: .zero).measure(
        Benchmark(
          "blocks",
          unit: "block",
          operations: 4,
          ours: side("two", values: 1, blocks: 2),
          peers: side("eight", values: 1, blocks: 8)
        )
      )
      #expect(measurement.ours.allocations == 0.5)
      #expect(measurement.peers[0].allocations == 2)
    }
  }

  @Test func moreWorkHasAGreaterRatio() throws {
    let measurement = try runner.measure(
      Benchmark(
        "blocks",
        unit: "block",
        operations: 1,
        ours: side("many", values: 1, blocks: 200),
        peers: side("none", values: 1)
      )
    )
    #expect(measurement.ours.nanoseconds > 0)
    #expect(measurement.ratio > 2)
  }

  @Test func aSideMayHaveItsOwnNumberOfOperations() async {
    await #expect(processExitsWith: .success) {
      let sides = (
        Side("two", operations: 2) { count in
          for _ in 0..<count { blackHole((opaque(Block()), opaque(Block()))) }
        },
        Side("one") { count in for _ in 0..<count { blackHole(opaque(Block())) } }
      )
      let measurement = try Runner(rounds: 1, roundDuration: .zero).measure(
        Benchmark("blocks", unit: "block", operations: 1, ours: sides.0, peers: sides.1)
      )
      #expect(measurement.ours.allocations == measurement.peers[0].allocations)
    }
  }

  @Test func everyPeerIsMeasured() throws {
    let measurement = try runner.measure(
      Benchmark(
        "peers",
        unit: "value",
        operations: 1,
        ours: side("ours", values: 1),
        peers: side("first", values: 1),
        side("second", values: 1)
      )
    )
    #expect(measurement.peers.map(\.name) == ["first", "second"])
    #expect(measurement.rounds == 3)
  }

  @Test func aLongBenchmarkGetsFewerRounds() throws {
    var impatient = Runner(rounds: 50, roundDuration: .microseconds(50))
    impatient.longestMeasurement = .zero
    let measurement = try impatient.measure(
      Benchmark(
        "long",
        unit: "value",
        operations: 1,
        ours: side("ours", values: 1),
        peers: side("peer", values: 1)
      )
    )
    #expect(measurement.rounds == Runner.fewestRounds)
  }

  @Test func refusesSidesThatDidNotDoTheSameWork() {
    let error = #expect(throws: UnequalWork.self) {
      try runner.measure(
        Benchmark(
          "unequal",
          unit: "value",
          operations: 1,
          ours: side("lazy", values: 1),
          peers: side("busy", values: 2)
        )
      )
    }
    #expect(error?.description.contains("lazy 10, busy 20") == true)
  }

  @Test func refusesSidesThatProducedNothing() {
    #expect(throws: UnequalWork.self) {
      try runner.measure(
        Benchmark(
          "nothing",
          unit: "value",
          operations: 1,
          ours: side("ours", values: 0),
          peers: side("peer", values: 0)
        )
      )
    }
  }

  @Test func sidesTakeTurnsBackAndForth() throws {
    var order: [String] = []
    let runner = Runner(rounds: 3, roundDuration: .zero)
    func recorded(_ name: String) -> Side {
      Side(name) { iterations in
        order.append(name)
        for _ in 0..<iterations { blackHole(name) }
      }
    }
    _ = try runner.measure(
      Benchmark(
        "turns",
        unit: "turn",
        operations: 1,
        ours: recorded("ours"),
        peers: recorded("peer")
      )
    )
    #expect(order.suffix(6) == ["ours", "peer", "peer", "ours", "ours", "peer"])
  }
}
