#if AsyncHTTPClient
import AllocationCounter
import AppLinksResolving
import Foundation
import Futures
import Transfers
import TransfersHTTPClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One kind of load over both clients, alternately.
struct Comparison {
  /// Loads once.
  typealias Load = @Sendable () async throws -> Void

  private static let rounds = 9
  private static let loads = 240

  let name: String
  let width: Int
  let ours: Load
  let theirs: Load

  static func run() async throws {
    let server = Process()
    server.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    server.arguments = ["serve"]
    let (input, output) = (Pipe(), Pipe())
    server.standardInput = input
    server.standardOutput = output
    try server.run()
    defer { server.terminate() }
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let url = URL(string: "http://127.0.0.1:\(line.prefix { $0.isNumber })/") else { return }

    let backend = HTTPClientBackend()
    let session = TransferSession(over: backend)
    let pages = (page(url, over: session), page(url, over: TransferSession.isolated()))
    let data = (
      data(url, over: session),
      data(url, over: TransferSession(configuration: .ephemeral))
    )
    print(
      """
                         AsyncHTTPClient              URLSession               ratio
      load       at once   per s  CPU us  allocs    per s  CPU us  allocs    of times
      """
    )
    for (name, loads) in [("page", pages), ("data", data)] {
      for width in [1, 8] {
        try await Comparison(name: name, width: width, ours: loads.0, theirs: loads.1).measure()
      }
    }
    await backend.shutdown()
    try input.fileHandleForWriting.close()
  }

  private static func page(_ url: URL, over transport: any PageTransport) -> Load {
    let resolver = HTTPResolver(transport: transport)
    return { _ = try await resolver.resolve(url) }
  }

  private static func data(_ url: URL, over session: TransferSession) -> Load {
    { _ = try await session.data(for: URLRequest(url: url)).value }
  }

  // MARK: Measuring

  private struct Cost {
    var time = 0.0
    var processorTime = 0.0
    var allocations = 0.0
  }

  private func measure() async throws {
    _ = try await (cost(of: ours), cost(of: theirs))
    var costs: (ours: [Cost], theirs: [Cost]) = ([], [])
    for round in 0..<Self.rounds {
      if round.isMultiple(of: 2) { costs.ours.append(try await cost(of: ours)) }
      costs.theirs.append(try await cost(of: theirs))
      if !round.isMultiple(of: 2) { costs.ours.append(try await cost(of: ours)) }
    }
    let ratios = zip(costs.ours, costs.theirs).map { $0.time / $1.time }
    print(
      name.padding(toLength: 10, withPad: " ", startingAt: 0)
        + String(format: "%8d", width) + text(costs.ours) + text(costs.theirs)
        + String(format: "%12.2f", median(ratios))
    )
  }

  /// The cost of one load.
  private func cost(of load: @escaping Load) async throws -> Cost {
    let processorTime = Self.processorTime()
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
    return Cost(
      time: time / count,
      processorTime: (Self.processorTime() - processorTime) / count,
      allocations: Double(allocation_counter_stop()) / count
    )
  }

  /// The processor time of this process, in seconds.
  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private func text(_ costs: [Cost]) -> String {
    String(
      format: "%9.0f%8.0f%8.0f",
      1 / median(costs.map(\.time)),
      median(costs.map(\.processorTime)) * 1e6,
      median(costs.map(\.allocations))
    )
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
#endif
