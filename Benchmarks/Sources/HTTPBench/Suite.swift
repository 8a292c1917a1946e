#if AsyncHTTPClient
import Foundation
import Transfers
import TransfersHTTPClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// All that `http-bench` measures, or the parts with given names.
struct Suite {
  private let server: ServerProcess
  private let loads: Loads

  private init() throws {
    server = try ServerProcess()
    loads = Loads(url: server.url())
  }

  static func run(_ names: [String]) async throws {
    let suite = try Suite()
    try await suite.measure(names.isEmpty ? ["request", "session", "page", "data", "file"] : names)
    try await suite.stop()
  }

  /// Fails if a request allocates more than it should, compared with the client below it.
  static func check() async throws {
    let suite = try Suite()
    print(Comparison.head)
    var failures: [String] = []
    for (name, bar) in [("request", 2.1), ("session", 1.3)] {
      let (ours, theirs) = suite.sides(name)
      for width in [1, 8] {
        let row = Comparison(name: name, width: width, ours: ours, theirs: theirs)
        let ratio = try await row.measure(suite.server)
        if ratio > bar { failures.append("\(name), \(width) at once: \(ratio) instead of \(bar)") }
      }
    }
    try await suite.stop()
    for failure in failures { print("error: too many allocations: \(failure)") }
    if !failures.isEmpty { exit(1) }
  }

  /// Runs one side of a load many times, for a profiler.
  static func profile(_ name: String, _ side: String, _ count: Int) async throws {
    let suite = try Suite()
    let sides = suite.sides(name)
    let load = side == "peer" ? sides.theirs : sides.ours
    for _ in 0..<count { try await load() }
    try await suite.stop()
  }

  private func stop() async throws {
    try await loads.stop()
    try await server.stop()
  }

  private func sides(_ name: String) -> (ours: Load, theirs: Load) {
    let client = TransferSession(over: loads.backend)
    let session = TransferSession(configuration: .ephemeral)
    return switch name {
    case "request": (loads.data(over: client), loads.bareClient())
    case "session": (loads.data(over: session), loads.bareSession())
    case "page": (loads.page(over: client), loads.page(over: TransferSession.isolated()))
    default: (loads.data(over: client), loads.data(over: session))
    }
  }

  private func measure(_ names: [String]) async throws {
    let rows = names.filter { $0 != "file" }
    if !rows.isEmpty { print(Comparison.head) }
    for name in rows {
      let (ours, theirs) = sides(name)
      for width in ["page", "data"].contains(name) ? [1, 8] : [1, 8, 64] {
        let row = Comparison(name: name, width: width, ours: ours, theirs: theirs)
        try await row.measure(server)
      }
    }
    if names.contains("file") { try await measureFiles() }
  }

  private func measureFiles() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("http-bench-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    print("\nlong body to a file         here            cat    ratio of times")
    let body = LongBody(server: server, folder: folder)
    try await body.measure("AsyncHTTPClient", over: TransferSession(over: loads.backend))
    try await body.measure("URLSession", over: TransferSession(configuration: .ephemeral))
    try await body.measureSession()
    try FileManager.default.removeItem(at: folder)
  }
}
#endif
