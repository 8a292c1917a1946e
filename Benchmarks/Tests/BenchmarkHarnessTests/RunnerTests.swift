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
          peer: side("eight", values: 1, blocks: 8)
        )
      )
      #expect(measurement.ours.allocations == 0.5)
      #expect(measurement.peer.allocations == 2)
    }
  }

  @Test func ratioIsOurTimeDividedByThePeers() throws {
    let measurement = try runner.measure(
      Benchmark(
        "values",
        unit: "value",
        operations: 1,
        ours: side("ours", values: 10),
        peer: side("peer", values: 10)
      )
    )
    #expect(measurement.ours.nanoseconds > 0)
    #expect(measurement.ratio == measurement.ours.nanoseconds / measurement.peer.nanoseconds)
  }

  @Test func refusesSidesThatDidNotDoTheSameWork() {
    let error = #expect(throws: UnequalWork.self) {
      try runner.measure(
        Benchmark(
          "unequal",
          unit: "value",
          operations: 1,
          ours: side("lazy", values: 1),
          peer: side("busy", values: 2)
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
          peer: side("peer", values: 0)
        )
      )
    }
  }

  @Test func sidesTakeTurns() throws {
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
        peer: recorded("peer")
      )
    )
    #expect(order.suffix(6) == ["ours", "peer", "ours", "peer", "ours", "peer"])
  }
}
