import Foundation
import Futures
import FuturesFoundation
import LoopbackServer
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10)))
struct URLSessionDownloadTests {
  let session = URLSession(configuration: .ephemeral)

  @Test(arguments: [200, 404])
  func loadsIntoAFileOfTheCaller(status: Int) async throws {
    let content = Data(repeating: 9, count: 1_000_000)
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(status, body: content)
    }
    let (file, response) = try await session.futureDownload(from: server.url()).get()
    #expect((response as? HTTPURLResponse)?.statusCode == status)
    #expect(try Data(contentsOf: file) == content)
    try FileManager.default.removeItem(at: file)
  }

  @Test func eachDownloadHasAFileOfItsOwn() async throws {
    let server = try LoopbackServer { connection in
      let request = try connection.readRequest()
      try connection.respond(body: request.target.utf8)
    }
    let downloads = ["/a", "/b"].map { session.futureDownload(from: server.url($0)) }
    let files = try await downloads.all().get().map(\.0)
    #expect(try files.map { try String(contentsOf: $0, encoding: .utf8) } == ["/a", "/b"])
    for file in files { try FileManager.default.removeItem(at: file) }
  }

  #if canImport(FoundationNetworking)
  @Test func resumeDataIsRefusedWhereFoundationKnowsNone() async {
    let refused = await session.futureDownload(resuming: Data("resume".utf8)).outcome().failure
    #expect((refused as? URLError)?.code == .unsupportedURL)
  }
  #endif

  @Test(arguments: ["future", "token"])
  func cancellingClosesTheConnection(through way: String) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nbegun")
      connection.waitForPeerToClose()
    }
    let source = CancellationSource()
    let download = session.futureDownload(from: server.url(), cancellation: source.token)
    let connection = try await server.connection()
    _ = try await connection.request.get()
    if way == "future" { download.cancel() } else { source.cancel() }
    #expect(download.error is CancellationError)
    try await connection.peerClosed.get()
  }

  @Test func aConnectionThatIsResetFails() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      connection.reset()
    }
    let error = await session.futureDownload(from: server.url()).outcome().failure
    #expect(error is URLError)
    #expect((error as? URLError)?.code != .cancelled)
  }
}
