#if AsyncHTTPClient
import BenchmarkHarness
import Foundation
import Futures
import Transfers

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A long body that is written to a file, beside `cat` with the connection as its input.
///
/// A download is on the disk when it ends, so the peer is `cat` and then `sync`.
struct LongBody {
  private static let rounds = 5

  let server: ServerProcess
  let folder: URL

  func measure(_ name: String, over session: TransferSession) async throws {
    try await measure(name) { try await download(session) }
  }

  /// Measures a download of `URLSession` and nothing else, which does not wait for the disk.
  func measureSession() async throws {
    let session = URLSession(configuration: .ephemeral)
    try await measure("URLSession alone") {
      let (file, _) = try await session.download(from: server.url("large"))
      try remove(file, longerThan: PageServer.largeLength - 1)
    }
  }

  private func measure(_ name: String, _ download: () async throws -> Void) async throws {
    var times: (ours: [Double], theirs: [Double]) = ([], [])
    for round in 0..<Self.rounds {
      if round.isMultiple(of: 2) {
        times.ours.append(try await time(download))
      }
      times.theirs.append(try await time(cat))
      if !round.isMultiple(of: 2) {
        times.ours.append(try await time(download))
      }
    }
    let megabytes = Double(PageServer.largeLength) / 1e6
    print(
      name.padding(toLength: 26, withPad: " ", startingAt: 0)
        + String(
          format: "%6.0f MB/s%10.0f MB/s%8.2f",
          megabytes / quantile(0.5, of: times.ours),
          megabytes / quantile(0.5, of: times.theirs),
          quantile(0.5, of: zip(times.ours, times.theirs).map { $0 / $1 })
        )
    )
  }

  private func time(_ body: () async throws -> Void) async throws -> Double {
    let start = ContinuousClock.now
    try await body()
    return (ContinuousClock.now - start) / .seconds(1)
  }

  private func download(_ session: TransferSession) async throws {
    let file = folder.appendingPathComponent("download")
    _ = try await session.download(
      for: URLRequest(url: server.url("large")),
      to: file,
      resuming: false
    ).value
    try remove(file, longerThan: PageServer.largeLength - 1)
  }

  private func cat() throws {
    let file = folder.appendingPathComponent("cat")
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/bash")
    shell.arguments = [
      "-c",
      """
      exec 3<>"/dev/tcp/127.0.0.1/$0"
      printf 'GET /large HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n' >&3
      cat <&3 >"$1"
      sync "$1"
      """,
      server.port, file.path,
    ]
    try shell.run()
    shell.waitUntilExit()
    try remove(file, longerThan: PageServer.largeLength)
  }

  private func remove(_ file: URL, longerThan length: Int) throws {
    let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
    guard let size, size > length else { throw WrongBody() }
    try FileManager.default.removeItem(at: file)
  }
}
#endif
