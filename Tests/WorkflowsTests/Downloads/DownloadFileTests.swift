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

@Suite(.timeLimit(.minutes(10)))
struct DownloadFileTests {
  let session = TransferSession(configuration: .ephemeral)
  let folder: TemporaryFolder
  let content = ContentServer.content(50_000)

  init() throws { folder = try TemporaryFolder() }

  private func bytes(_ name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: folder.file(name)))
  }

  @Test func loadsAURLARequestItsInputOrWhatAClosureMakesOfItsInput() async throws {
    let server = try LoopbackServer { connection in
      let request = try connection.readRequest()
      try connection.respond(body: "\(request.target) \(request.headers["x-mark"] ?? "-")".utf8)
    }
    var request = URLRequest(url: server.url("/b"))
    request.setValue("here", forHTTPHeaderField: "X-Mark")
    let fixed = DownloadFile(server.url("/a"), to: folder.file("1"), session: session)
    #expect(try await fixed.run((), in: StepContext()) == folder.file("1"))
    let marked = DownloadFile(request, to: folder.file("2"), session: session)
    #expect(try await marked.run((), in: StepContext()) == folder.file("2"))
    let open = DownloadFile(to: folder.file("3"), session: session)
    #expect(try await open.run(request, in: StepContext()) == folder.file("3"))
    let made = DownloadFile(session: session) { [url = folder.url] (name: String) in
      (URLRequest(url: server.url("/\(name)")), url.appendingPathComponent(name))
    }
    #expect(try await made.run("4", in: StepContext()) == folder.file("4"))
    let texts = try ["1", "2", "3", "4"].map { try String(decoding: bytes($0), as: UTF8.self) }
    #expect(texts == ["/a -", "/b here", "/b here", "/4 -"])
    #expect(try folder.names == ["1", "2", "3", "4"])
  }

  @Test func makesFoldersPassesTheFileOnAndLeavesTheResponse() async throws {
    let server = try ContentServer(ContentServer.whole(content))
    let file = folder.file("a/b/c")
    let workflow = Workflow {
      DownloadFile(server.url, to: file, session: session)
      LoadFile()
    }
    let run = workflow.start()
    #expect(try await run.value == Data(content))
    #expect((run[.response] as? HTTPURLResponse)?.statusCode == 200)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("a/b").path) == ["c"])
  }

  @Test func replacesAFileKeepsItsPermissionsAndFollowsALinkToIt() async throws {
    let server = try ContentServer(ContentServer.whole(content))
    try Data("old".utf8).write(to: folder.file("a"))
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.file("a").path)
    try manager.createSymbolicLink(at: folder.file("b"), withDestinationURL: folder.file("a"))
    let download = DownloadFile(server.url, to: folder.file("b"), session: session)
    #expect(try await download.run((), in: StepContext()) == folder.file("b"))
    #expect(try bytes("a") == content)
    let attributes = try manager.attributesOfItem(atPath: folder.file("a").path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try folder.names == ["a", "b"])
  }

  @Test func aFailureLeavesTheOldFileAndNothingElse() async throws {
    try Data("old".utf8).write(to: folder.file("a"))
    let server = try ContentServer(
      ContentServer.send(404, ["Content-Length": "2", "ETag": "\"one\""], "no".utf8),
      ContentServer.whole(content, [:], cut: 20_000)
    )
    let download = DownloadFile(server.url, to: folder.file("a"), session: session)
    await #expect(throws: HTTPStatusError.self) { try await download.run((), in: StepContext()) }
    let error = await #expect(throws: TransferError.self) {
      try await download.run((), in: StepContext())
    }
    #expect(error?.code == .incompleteBody)
    #expect(try folder.names == ["a"])
    #expect(try bytes("a") == Array("old".utf8))
  }

  @Test func aBodyThatIsTooLongIsGivenUpAndNothingIsKeptOfIt() async throws {
    let server = try ContentServer(ContentServer.whole(content))
    let download = DownloadFile(
      server.url,
      to: folder.file("a"),
      session: session,
      options: TransferOptions(maximumBodyBytes: 49_999)
    )
    let error = await #expect(throws: TransferError.self) {
      try await download.run((), in: StepContext())
    }
    #expect(error?.code == .bodyTooLarge)
    #expect(try folder.names.isEmpty)
  }

  @Test func anEmptyBodyMakesAnEmptyFile() async throws {
    let server = try ContentServer(ContentServer.whole([]))
    _ = try await DownloadFile(server.url, to: folder.file("a"), session: session)
      .run((), in: StepContext())
    #expect(try bytes("a").isEmpty)
    #expect(try folder.names == ["a"])
  }

  @Test func contentThatHasNotChangedIfTheRequestAsksForThatLeavesTheFile() async throws {
    let server = try ContentServer(ContentServer.send(304, ["ETag": "\"one\""], []))
    try Data("old".utf8).write(to: folder.file("a"))
    var request = URLRequest(url: server.url)
    request.setValue("\"one\"", forHTTPHeaderField: "If-None-Match")
    let context = StepContext()
    _ = try await DownloadFile(request, to: folder.file("a"), session: session)
      .run((), in: context)
    #expect(context.httpResponse?.statusCode == 304)
    #expect(try bytes("a") == Array("old".utf8))
    #expect(try folder.names == ["a"])
  }

  @Test func asksForABodyThatIsNotCompressedForPositionsInItToMeanSomething() async throws {
    let server = try ContentServer(ContentServer.whole(content))
    _ = try await DownloadFile(server.url, to: folder.file("a"), session: session)
      .run((), in: StepContext())
    #expect(server.requests.all.first?.headers["accept-encoding"] == "identity")
  }

  @Test func twoDownloadsToTheSameFileAtTheSameTimeDoNotMix() async throws {
    let mayGoOn = Promise<Void, any Error>()
    let first = ContentServer.content(30_000, seed: 1)
    let second = ContentServer.content(60_000, seed: 2)
    let server = try LoopbackServer { connection in
      let target = try connection.readRequest().target
      let body = target == "/1" ? first : second
      try connection.send("HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: \(body.count)\r\n\r\n")
      try connection.send(body.prefix(10_000))
      _ = mayGoOn.future.wait()
      try connection.send(body.dropFirst(10_000))
    }
    let file = folder.file("a")
    let downloads = ["/1", "/2"].map { path in
      session.download(for: URLRequest(url: server.url(path)), to: file)
    }
    _ = try await (server.connection(0).request.value, server.connection(1).request.value)
    mayGoOn.succeed()
    for download in downloads { _ = try await download.value }
    #expect(try [first, second].contains(bytes("a")))
    #expect(try folder.names == ["a"])
  }

  @Test func reportsBytesAsTheyCome() async throws {
    let mayGoOn = Promise<Void, any Error>()
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n1")
      _ = mayGoOn.future.wait()
      try connection.send("234")
    }
    let first = Promise<TransferProgress, any Error>()
    let page = session.download(
      for: URLRequest(url: server.url()),
      to: folder.file("a")
    ) { progress in
      if progress.bytesReceived > 0 { first.succeed(progress) }
    }
    #expect(
      try await first.future.value == TransferProgress(bytesReceived: 1, totalBytesToReceive: 4)
    )
    mayGoOn.succeed()
    _ = try await page.value
    #expect(try bytes("a") == Array("1234".utf8))
  }

  @Test(arguments: [243, 244, 245, 249, 250, 255])
  func takesANameAsLongAsMayBe(length: Int) async throws {
    let name = String(repeating: "n", count: length)
    let server = try ContentServer(ContentServer.whole(content))
    _ = try await DownloadFile(server.url, to: folder.file(name), session: session)
      .run((), in: StepContext())
    #expect(try bytes(name) == content)
    #expect(try folder.names == [name])
  }
}
