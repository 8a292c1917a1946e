import Foundation
import Futures
import LoopbackServer
import TestSupport
import Testing
import Transfers
import Workflows

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if os(Linux)
@Suite(.timeLimit(.minutes(10)))
struct TransferMemoryStressTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func ofADownloadDoesNotDependOnItsSize() async throws {
    let size = StressSize.isLong ? 100_000_000 : 60_000_000
    let part = folder.file(".a.part").path
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nETag: \"one\"\r\nContent-Length: \(size)\r\n\r\n")
      let piece = [UInt8](repeating: 7, count: 1_000_000)
      for sent in stride(from: 0, to: size, by: piece.count) {
        // On Linux, a session does not wait for the file, so the server does.
        while sent > 5_000_000 + sizeOfFile(part) { usleep(1_000) }
        try connection.send(piece)
      }
    }
    let path = folder.file("a").path
    let url = server.url().absoluteString
    await #expect(processExitsWith: .success) { [path = path as String, url = url as String] in
      let url = try #require(URL(string: url))
      let before = ResidentMemory.now
      _ = try await DownloadFile(url, to: URL(fileURLWithPath: path)).run((), in: StepContext())
      #expect(ResidentMemory.peak - before < limit)
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.size] as? Int == size)
  }

  @Test func ofAnUploadDoesNotDependOnItsSize() async throws {
    let server = try LoopbackServer { connection in
      let count = try connection.readRequest().body.count
      try connection.respond(body: "\(count)".utf8)
    }
    try Data().write(to: folder.file("a"))
    let handle = try FileHandle(forWritingTo: folder.file("a"))
    let size = StressSize.isLong ? 100_000_000 : 60_000_000
    try handle.truncate(atOffset: UInt64(size))  // takes no room
    try handle.close()
    let path = folder.file("a").path
    let url = server.url().absoluteString
    await #expect(processExitsWith: .success) {
      [path = path as String, url = url as String, size = size as Int] in
      let request = URLRequest(url: try #require(URL(string: url)))
      let before = ResidentMemory.now
      let answer = try await UploadFile(URL(fileURLWithPath: path), for: request)
        .run((), in: StepContext())
      #expect(answer == Data("\(size)".utf8))
      #expect(ResidentMemory.peak - before < limit)
    }
  }
}

/// The maximum memory of a transfer, in bytes: less than any body here.
private let limit = 45_000_000

private func sizeOfFile(_ path: String) -> Int {
  let attributes = try? FileManager.default.attributesOfItem(atPath: path)
  return attributes?[.size] as? Int ?? 0
}
#endif
