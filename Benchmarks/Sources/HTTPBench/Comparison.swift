#if AsyncHTTPClient
import AllocationCounter
import BenchmarkHarness
import Foundation

/// One kind of load on two sides, alternately.
struct Comparison {
  private static let rounds = 9
  private static let loads = 384

  let name: String
  let width: Int
  let ours: Load
  let theirs: Load

  static let head = """
                             here                     peer               ratio of      connections
    load       at once   per s  CPU us  allocs    per s  CPU us  allocs   CPU  allocs  here  peer
    """

  private struct Cost {
    var time = 0.0
    var processorTime = 0.0
    var allocations = 0.0
    var connections = 0
  }

  /// Measures both sides, and prints a row.
  ///
  /// - Returns: The allocations of a load, divided by those of the peer.
  @discardableResult
  func measure(_ server: ServerProcess) async throws -> Double {
    let first = try await (cost(of: ours, server), cost(of: theirs, server))
    var costs: (ours: [Cost], theirs: [Cost]) = ([], [])
    for round in 0..<Self.rounds {
      if round.isMultiple(of: 2) { costs.ours.append(try await cost(of: ours, server)) }
      costs.theirs.append(try await cost(of: theirs, server))
      if !round.isMultiple(of: 2) { costs.ours.append(try await cost(of: ours, server)) }
    }
    let ratios = zip(costs.ours, costs.theirs).map { $0.processorTime / $1.processorTime }
    let (here, peer) = (costs.ours.map(\.allocations), costs.theirs.map(\.allocations))
    let allocations = quantile(0.5, of: here) / quantile(0.5, of: peer)
    print(
      name.padding(toLength: 10, withPad: " ", startingAt: 0)
        + String(format: "%8d", width) + text(costs.ours) + text(costs.theirs)
        + String(
          format: "%6.2f%8.2f",
          quantile(0.5, of: ratios),
          allocations
        )
        + String(
          format: "%6d%6d",
          costs.ours.reduce(first.0.connections) { $0 + $1.connections },
          costs.theirs.reduce(first.1.connections) { $0 + $1.connections }
        )
    )
    return allocations
  }

  /// The cost of one load.
  private func cost(of load: @escaping Load, _ server: ServerProcess) async throws -> Cost {
    let connections = try await server.connections()
    let begin = processorTime()
    allocation_counter_start()
    let start = ContinuousClock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<width {
        group.addTask { for _ in 0..<Self.loads / width { try await load() } }
      }
      try await group.waitForAll()
    }
    let time = (ContinuousClock.now - start) / .seconds(1)
    let count = Double(Self.loads)
    var cost = Cost()
    cost.allocations = Double(allocation_counter_stop()) / count
    cost.time = time / count
    cost.processorTime = (processorTime() - begin) / count
    cost.connections = try await server.connections() - connections
    return cost
  }

  private func text(_ costs: [Cost]) -> String {
    String(
      format: "%9.0f%8.0f%8.0f",
      1 / quantile(0.5, of: costs.map(\.time)),
      quantile(0.5, of: costs.map(\.processorTime)) * 1e6,
      quantile(0.5, of: costs.map(\.allocations))
    )
  }
}
#endif
