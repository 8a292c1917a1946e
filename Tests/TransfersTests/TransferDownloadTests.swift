import Foundation
import Futures
import FuturesFoundation
import LoopbackServer
import TestSupport
import Testing
import Transfers

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10)))
struct TransferDownloadTests {
  let folder: TemporaryFolder
  let content = ContentServer.content(50_000)

  init() throws { folder = try TemporaryFolder() }

  private var result: [UInt8]? { (try? Data(contentsOf: folder.file("a"))).map { Array($0) } }

  @discardableResult
  private func download(
    _ server: ContentServer,
    over backend: Backend,
    _ options: TransferOptions = TransferOptions(),
    accepting coding: String? = nil,
    progress: @escaping @Sendable (TransferProgress) -> Void = { _ in }
  ) async throws -> URLResponse {
    var request = URLRequest(url: server.url)
    request.setValue(coding, forHTTPHeaderField: "Accept-Encoding")
    let transfer = backend.session().download(
      for: request,
      to: folder.file("a"),
      options: options,
      progress: progress
    )
    return try await transfer.timeout(.seconds(600)).value.1
  }

  private func fails(
    _ server: ContentServer,
    over backend: Backend,
    _ options: TransferOptions = TransferOptions(),
    accepting coding: String? = nil,
    at location: SourceLocation = #_sourceLocation
  ) async -> TransferError.Code? {
    let error = await #expect(throws: TransferError.self, sourceLocation: location) {
      try await download(server, over: backend, options, accepting: coding)
    }
    return error?.code
  }

  @Test(arguments: Backend.all)
  func replaceTheFileOnceTheBodyIsComplete(over backend: Backend) async throws {
    let server = try ContentServer(
      ContentServer.send(404, ["Content-Length": "2", "ETag": "\"one\""], "no".utf8),
      ContentServer.whole(content, [:], cut: 20_000),
      ContentServer.whole(content)
    )
    try Data("old".utf8).write(to: folder.file("a"))
    await #expect(throws: HTTPStatusError.self) { try await download(server, over: backend) }
    #expect(await fails(server, over: backend) == .incompleteBody)
    #expect(result == Array("old".utf8))
    #expect(try folder.names == ["a"])
    try await download(server, over: backend)
    #expect(result == content)
    #expect(try folder.names == ["a"])
    #expect(server.requests.all.last?.headers["accept-encoding"] == "identity")
  }

  static let validators: [[String: String]] = [
    ["ETag": "\"one\""],
    [
      "Last-Modified": "Wed, 05 Nov 2025 10:00:00 GMT", "Date": "Wed, 05 Nov 2025 10:00:01 GMT",
    ],
  ]

  @Test(arguments: Backend.all, validators)
  func continueWhereTheyWereInterrupted(over backend: Backend, headers: [String: String])
    async throws
  {
    let server = try ContentServer(
      ContentServer.whole(content, headers, cut: 20_000),
      ContentServer.rest(content, from: 20_000, headers, cut: 10_000),
      ContentServer.rest(content, from: 30_000, headers)
    )
    #expect(await fails(server, over: backend) == .incompleteBody)
    #expect(try folder.names == [".a.part", ".a.part.json"])
    #expect(await fails(server, over: backend) == .incompleteBody)
    let seen = Log<TransferProgress>()
    try await download(server, over: backend) { seen.add($0) }
    #expect(result == content)
    let validator = headers["ETag"] ?? headers["Last-Modified"]
    let asked = [[nil, nil], ["bytes=20000-", validator], ["bytes=30000-", validator]]
    #expect(server.asked == asked)
    #expect(try folder.names == ["a"])
    #expect(seen.all.first == TransferProgress(bytesReceived: 30_000, totalBytesToReceive: 50_000))
    #expect(seen.all.last == TransferProgress(bytesReceived: 50_000, totalBytesToReceive: 50_000))
  }

  @Test func continueOverAnotherBackEndThanTheyBeganWith() async throws {
    for (first, second) in zip(Backend.all, Backend.all.reversed()) {
      let server = try ContentServer(
        ContentServer.whole(content, cut: 20_000),
        ContentServer.rest(content, from: 20_000)
      )
      #expect(await fails(server, over: first) == .incompleteBody)
      try await download(server, over: second)
      #expect(result == content)
      #expect(server.asked.last == ["bytes=20000-", "\"one\""])
    }
  }

  @Test(
    arguments: Backend.all,
    [["ETag": "\"two\""], ["ETag": "\"one\""], [:]]
  )
  func startAgainIfTheContentHasChanged(over backend: Backend, headers: [String: String])
    async throws
  {
    let other = ContentServer.content(40_000, seed: 7)
    let server = try ContentServer(
      ContentServer.whole(content, cut: 30_000),
      ContentServer.whole(other, headers)
    )
    #expect(await fails(server, over: backend) == .incompleteBody)
    try await download(server, over: backend)
    #expect(result == other)
    #expect(server.asked == [[nil, nil], ["bytes=30000-", "\"one\""]])
  }

  /// A server of chunks never says how long the whole is, and a part of it must not count as such.
  @Test(arguments: Backend.all)
  func ofUnknownLengthEndWhereTheServerSaysSo(over backend: Backend) async throws {
    let fields = ["ETag": "\"one\""]
    let server = try ContentServer(
      { [content] _, connection in
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nETag: \"one\"\r\n\r\n"
        try connection.send("\(head)4E20\r\n".utf8 + content.prefix(20_000) + "\r\n".utf8)
      },
      ContentServer.send(
        206,
        fields.merging(["Content-Range": "bytes 20000-20099/*", "Content-Length": "100"]) { $1 },
        content[20_000..<20_100]
      ),
      ContentServer.rest(content, from: 20_100, ["Content-Range": "bytes 20100-49999/*"]),
      ContentServer.send(416, ["Content-Range": "bytes */50000", "Content-Length": "0"], [])
    )
    try Data("old".utf8).write(to: folder.file("a"))
    for _ in 0..<3 { #expect(await fails(server, over: backend) == .incompleteBody) }
    #expect(result == Array("old".utf8))
    let seen = Log<TransferProgress>()
    try await download(server, over: backend) { seen.add($0) }
    #expect(result == content)
    #expect(try folder.names == ["a"])
    #expect(seen.all.last == TransferProgress(bytesReceived: 50_000, totalBytesToReceive: 50_000))
    let positions = ["bytes=20000-", "bytes=20100-", "bytes=50000-"]
    #expect(server.asked == [[nil, nil]] + positions.map { [$0, "\"one\""] })
  }

  @Test(arguments: Backend.all)
  func ofUnknownLengthLearnItFromTheRest(over backend: Backend) async throws {
    let server = try ContentServer(
      { [content] _, connection in
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nETag: \"one\"\r\n\r\n"
        try connection.send("\(head)4E20\r\n".utf8 + content.prefix(20_000) + "\r\n".utf8)
      },
      ContentServer.restOrWhole(content)
    )
    #expect(await fails(server, over: backend) == .incompleteBody)
    try await download(server, over: backend)
    #expect(result == content)
  }

  /// Leaves what a process leaves that is killed before it moves the file.
  private func leaveWhole(_ server: ContentServer, length: Int? = 50_000) throws {
    try Data(content).write(to: folder.file(".a.part"))
    let length = length.map { ",\"length\":\($0)" } ?? ""
    let note = "{\"url\":\"\(server.url)\",\"validator\":\"\\\"one\\\"\"\(length)}"
    try Data(note.utf8).write(to: folder.file(".a.part.json"))
  }

  @Test(arguments: Backend.all)
  func thatWereCompleteAskForOneByte(over backend: Backend) async throws {
    let server = try ContentServer(ContentServer.restOrWhole(content))
    try leaveWhole(server)
    try await download(server, over: backend)
    #expect(result == content)
    #expect(try folder.names == ["a"])
    #expect(server.asked == [["bytes=49999-", "\"one\""]])
  }

  @Test(arguments: Backend.all)
  func thatWereCompleteStartAgainIfTheContentHasChanged(over backend: Backend) async throws {
    let other = ContentServer.content(50_000, seed: 7)
    let server = try ContentServer(ContentServer.whole(other, ["ETag": "\"two\""]))
    try leaveWhole(server)
    try await download(server, over: backend)
    #expect(result == other)
    #expect(try folder.names == ["a"])
  }

  @Test(
    arguments: Backend.all,
    ["bytes */50001", "bytes */49999", "bytes 0-1/50000", "bytes */*", "*/50000", ""]
  )
  func thatTheServerDoesNotConfirmStartAgain(over backend: Backend, range: String) async throws {
    let server = try ContentServer(
      ContentServer.send(416, ["Content-Range": range, "Content-Length": "0"], []),
      ContentServer.whole(content)
    )
    try leaveWhole(server, length: nil)
    #expect(await fails(server, over: backend) == .wrongContinuation)
    #expect(try folder.names.isEmpty)
    try await download(server, over: backend)
    #expect(result == content)
  }

  @Test(arguments: Backend.all)
  func keepWhatIsCompleteIfItCannotBeMoved(over backend: Backend) async throws {
    let obstacle = folder.file("a")
    let server = try ContentServer(
      { [content] request, connection in
        // The destination becomes a folder that is not empty while the body arrives.
        let inside = obstacle.appendingPathComponent("b")
        try FileManager.default.createDirectory(at: inside, withIntermediateDirectories: true)
        try ContentServer.whole(content)(request, connection)
      },
      ContentServer.restOrWhole(content)
    )
    let error = await #expect(throws: FileError.self) { try await download(server, over: backend) }
    #expect(error?.operation == .save)
    #expect(try folder.names == [".a.part", ".a.part.json", "a"])
    try FileManager.default.removeItem(at: obstacle)
    try await download(server, over: backend)
    #expect(result == content)
    #expect(try folder.names == ["a"])
    #expect(server.asked.last == ["bytes=49999-", "\"one\""])
  }

  static let wrong: [ContentServer.Answer] = {
    let content = ContentServer.content(50_000)
    return [
      ContentServer.rest(content, from: 20_000, ["Content-Range": "bytes 0-49999/50000"]),
      ContentServer.rest(content, from: 20_000, ["Content-Range": ""]),
      ContentServer.rest(content, from: 20_000, ["ETag": "\"two\""]),
      ContentServer.rest(content, from: 20_000, ["Content-Length": "20000"]),
      ContentServer.rest(content, from: 20_000, ["Content-Encoding": "other"]),
      ContentServer.send(416, ["Content-Range": "bytes */10", "Content-Length": "0"], []),
    ]
  }()

  @Test(
    arguments: Backend.all,
    wrong.indices
  )
  func failIfTheServerContinuesAtAnotherPositionAndThenStartAgain(
    over backend: Backend,
    number: Int
  ) async throws {
    let server = try ContentServer(
      ContentServer.whole(content, cut: 20_000),
      Self.wrong[number],
      ContentServer.whole(content)
    )
    #expect(await fails(server, over: backend) == .incompleteBody)
    #expect(await fails(server, over: backend) == .wrongContinuation)
    #expect(try folder.names.isEmpty)
    try await download(server, over: backend)
    #expect(result == content)
    #expect(server.asked.last == [nil, nil])
  }

  @Test(arguments: Backend.all)
  func ofCompressedBodiesDoNotContinue(over backend: Backend) async throws {
    let headers = ["ETag": "\"one\"", "Content-Encoding": "gzip"]
    let server = try ContentServer(
      ContentServer.whole(Array(Gzip.page), headers, cut: 60),
      ContentServer.whole(Array(Gzip.page), headers)
    )
    #expect(await fails(server, over: backend, accepting: "gzip") == .incompleteBody)
    #expect(try folder.names.isEmpty)
    try await download(server, over: backend, accepting: "gzip")
    #expect(result.map { String(decoding: $0, as: UTF8.self) }?.contains("shop://gz") == true)
    #expect(server.asked == [[nil, nil], [nil, nil]])
  }

  @Test(arguments: Backend.all)
  func ofABodyThatIsTooLongLeaveNothing(over backend: Backend) async throws {
    let server = try ContentServer(ContentServer.whole(content))
    let options = TransferOptions(maximumBodyBytes: 49_999)
    #expect(await fails(server, over: backend, options) == .bodyTooLarge)
    #expect(try folder.names.isEmpty)
  }

  /// Only a body in memory has a limit without options.
  @Test(arguments: Backend.all)
  func acceptABodyThatIsTooLongForTheMemory(over backend: Backend) async throws {
    let length = ["Content-Length": "\(1 << 40)"]
    let server = try ContentServer(ContentServer.send(200, length, Data("begun".utf8)))
    #expect(await fails(server, over: backend) == .incompleteBody)
  }

  @Test(arguments: Backend.all)
  func leaveAFileWhoseContentIsUnchanged(over backend: Backend) async throws {
    let server = try ContentServer(ContentServer.send(304, ["ETag": "\"one\""], []))
    try Data("old".utf8).write(to: folder.file("a"))
    var request = URLRequest(url: server.url)
    request.setValue("\"one\"", forHTTPHeaderField: "If-None-Match")
    let transfer = backend.session().download(for: request, to: folder.file("a"))
    let (_, response) = try await transfer.timeout(.seconds(600)).value
    #expect((response as? HTTPURLResponse)?.statusCode == 304)
    #expect(result == Array("old".utf8))
  }

  @Test(arguments: Backend.all)
  func thatAreCancelledKeepWhatHasArrivedAndContinue(over backend: Backend) async throws {
    let stalled = Promise<LoopbackConnection, any Error>()
    let server = try ContentServer(
      { [content] request, connection in
        try ContentServer.whole(content, cut: 20_000)(request, connection)
        stalled.succeed(connection)
        connection.waitForPeerToClose()
      },
      ContentServer.rest(content, from: 20_000)
    )
    let request = URLRequest(url: server.url)
    let arrived = Promise<Void, any Error>()
    let transfer = backend.session().download(for: request, to: folder.file("a")) { progress in
      if progress.bytesReceived == 20_000 { arrived.succeed() }
    }
    let connection = try await stalled.future.value
    try await arrived.future.timeout(.seconds(600)).value
    transfer.cancel()
    #expect(await transfer.result.failure is CancellationError)
    #expect(try folder.names == [".a.part", ".a.part.json"])
    try await download(server, over: backend)
    try await connection.peerClosed.timeout(.seconds(600)).value
    #expect(result == content)
    #expect(server.asked.last == ["bytes=20000-", "\"one\""])
  }

  #if os(Linux)
  @Test(arguments: Backend.all)
  func reportADiskThatIsFull(over backend: Backend) async throws {
    let server = try ContentServer(ContentServer.whole(content))
    let error = await #expect(throws: FileError.self) {
      try await backend.session()
        .download(for: URLRequest(url: server.url), to: URL(fileURLWithPath: "/dev/full"))
        .timeout(.seconds(600)).value
    }
    #expect(error?.code == .ENOSPC)
  }
  #endif
}
