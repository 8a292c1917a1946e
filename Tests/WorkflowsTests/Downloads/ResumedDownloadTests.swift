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
struct ResumedDownloadTests {
  let folder: TemporaryFolder
  let content = ContentServer.content(50_000)

  init() throws { folder = try TemporaryFolder() }

  private var result: [UInt8]? { (try? Data(contentsOf: folder.file("a"))).map { Array($0) } }

  private func download(
    _ server: ContentServer,
    accepting coding: String? = nil
  ) -> DownloadFile<Void> {
    let session = TransferSession(configuration: .ephemeral)
    var request = URLRequest(url: server.url)
    request.setValue(coding, forHTTPHeaderField: "Accept-Encoding")
    return DownloadFile(request, to: folder.file("a"), session: session)
  }

  private func fails(
    _ server: ContentServer,
    accepting coding: String? = nil,
    at location: SourceLocation = #_sourceLocation
  ) async -> TransferError.Code? {
    let error = await #expect(throws: TransferError.self, sourceLocation: location) {
      try await download(server, accepting: coding).run((), in: StepContext())
    }
    return error?.code
  }

  static let validators: [[String: String]] = [
    ["ETag": "\"one\""],
    [
      "Last-Modified": "Wed, 05 Nov 2025 10:00:00 GMT", "Date": "Wed, 05 Nov 2025 10:00:01 GMT",
    ],
  ]

  @Test(arguments: validators)
  func goesOnBehindWhatIsThereWhenItIsTriedAgain(headers: [String: String]) async throws {
    let server = try ContentServer(
      ContentServer.whole(content, headers, cut: 20_000),
      ContentServer.rest(content, from: 20_000, headers)
    )
    let context = StepContext()
    let policy = RetryPolicy.transfers(attempts: 2, backoff: .none)
    _ = try await download(server).retry(policy).run((), in: context)
    #expect(result == content)
    let validator = headers["ETag"] ?? headers["Last-Modified"]
    #expect(server.asked == [[nil, nil], ["bytes=20000-", validator]])
    #expect(try folder.names == ["a"])
    #expect(context.reportedFraction == 1)
  }

  @Test func goesOnInAnotherSessionAsOftenAsNeedBe() async throws {
    let server = try ContentServer(
      ContentServer.whole(content, cut: 10_000),
      ContentServer.send(503, ["Content-Length": "0"], []),
      ContentServer.rest(content, from: 10_000, cut: 15_000),
      ContentServer.rest(content, from: 25_000)
    )
    #expect(await fails(server) == .incompleteBody)
    #expect(try folder.names == [".a.part", ".a.part.json"])
    await #expect(throws: HTTPStatusError.self) {
      try await download(server).run((), in: StepContext())
    }
    #expect(await fails(server) == .incompleteBody)
    _ = try await download(server).run((), in: StepContext())
    #expect(result == content)
    #expect(server.asked.map { $0[0] } == [nil, "bytes=10000-", "bytes=10000-", "bytes=25000-"])
    #expect(try folder.names == ["a"])
  }

  @Test func countsWhatIsThereAsReceived() async throws {
    let server = try ContentServer(
      ContentServer.whole(content, cut: 20_000),
      ContentServer.rest(content, from: 20_000)
    )
    _ = await fails(server)
    let seen = Log<TransferProgress>()
    let session = TransferSession(configuration: .ephemeral)
    let request = URLRequest(url: server.url)
    _ = try await session.download(for: request, to: folder.file("a")) { seen.add($0) }.value
    #expect(seen.all.first == TransferProgress(bytesReceived: 20_000, totalBytesToReceive: 50_000))
    #expect(seen.all.last == TransferProgress(bytesReceived: 50_000, totalBytesToReceive: 50_000))
  }

  @Test func isLoadedAnewIfTheContentHasChangedOrTheServerCannotGoOn() async throws {
    for headers in [["ETag": "\"two\""], ["ETag": "\"one\""], [:]] {
      let other = ContentServer.content(40_000, seed: 7)
      let server = try ContentServer(
        ContentServer.whole(content, cut: 30_000),
        ContentServer.whole(other, headers)
      )
      #expect(await fails(server) == .incompleteBody)
      _ = try await download(server).run((), in: StepContext())
      #expect(result == other)
      #expect(server.asked == [[nil, nil], ["bytes=30000-", "\"one\""]])
      #expect(try folder.names == ["a"])
    }
  }

  static let wrong: [ContentServer.Answer] = {
    let content = ContentServer.content(50_000)
    let ranges = [
      "bytes 0-49999/50000", "bytes 19999-49999/50000", "bytes 20000-49999/60000",
      "bytes 20000-59999/50000", "bytes 49999-20000/50000", "lines 20000-49999/50000",
      "bytes 20000-49999", "bytes */50000", "bytes", "",
    ]
    return ranges.map { ContentServer.rest(content, from: 20_000, ["Content-Range": $0]) } + [
      ContentServer.rest(content, from: 20_000, ["ETag": "\"two\""]),
      ContentServer.rest(content, from: 20_000, ["Content-Length": "20000"]),
      ContentServer.rest(content, from: 20_000, ["Content-Encoding": "other"]),
      ContentServer.send(416, ["Content-Range": "bytes */10", "Content-Length": "0"], []),
    ]
  }()

  @Test(
    arguments: wrong.indices
  )
  func failsIfTheServerGoesOnSomewhereElseAndThenStartsAgain(number: Int) async throws {
    let server = try ContentServer(
      ContentServer.whole(content, cut: 20_000),
      Self.wrong[number],
      ContentServer.whole(content)
    )
    #expect(await fails(server) == .incompleteBody)
    #expect(await fails(server) == .wrongContinuation)
    #expect(result == nil)
    #expect(try folder.names.isEmpty)
    _ = try await download(server).run((), in: StepContext())
    #expect(result == content)
    #expect(server.asked.last == [nil, nil])
  }

  @Test func failsIfTheServerSendsAPartThatNobodyHasAskedFor() async throws {
    let server = try ContentServer(ContentServer.rest(content, from: 20_000))
    #expect(await fails(server) == .wrongContinuation)
    #expect(try folder.names.isEmpty)
  }

  /// A server need not repeat the length of the whole content.
  @Test(arguments: ["50000", "*"])
  func goesOnWhereAServerHasSentLessThanWasAskedFor(ofLength length: String) async throws {
    let range = ["Content-Range": "bytes 20000-29999/\(length)", "Content-Length": "10000"]
    let server = try ContentServer(
      ContentServer.whole(content, cut: 20_000),
      ContentServer.rest(content, from: 20_000, range, cut: 10_000),
      ContentServer.rest(content, from: 30_000)
    )
    let policy = RetryPolicy.transfers(attempts: 3, backoff: .none)
    _ = try await download(server).retry(policy).run((), in: StepContext())
    #expect(result == content)
    #expect(server.asked.map { $0[0] } == [nil, "bytes=20000-", "bytes=30000-"])
  }

  @Test func failsIfTheServerSendsMoreThanItHasSaid() async throws {
    let headers = ["Content-Range": "bytes 20000-49999/50000", "ETag": "\"one\""]
    let server = try ContentServer(
      ContentServer.whole(content, cut: 20_000),
      ContentServer.send(206, headers, ContentServer.content(40_000)),
      ContentServer.whole(content)
    )
    #expect(await fails(server) == .incompleteBody)
    #expect(await fails(server) == .wrongContinuation)
    #expect(try folder.names.isEmpty)
    _ = try await download(server).run((), in: StepContext())
    #expect(result == content)
  }

  @Test(arguments: [true, false])
  func leavesAloneWhatOthersHavePutWhereThePartWouldBe(isSymbolic: Bool) async throws {
    let manager = FileManager.default
    let victim = Data("precious".utf8)
    try victim.write(to: folder.file("victim"))
    if isSymbolic {
      try manager.createSymbolicLink(
        at: folder.file(".a.part"),
        withDestinationURL: folder.file("victim")
      )
    } else {
      try manager.linkItem(at: folder.file("victim"), to: folder.file(".a.part"))
    }
    let server = try ContentServer(ContentServer.whole(content))
    _ = try await download(server).run((), in: StepContext())
    #expect(result == content)
    #expect(try Data(contentsOf: folder.file("victim")) == victim)
    #expect(try folder.names == [".a.part", "a", "victim"])
  }

  @Test func hidesWhatIsThereFromThoseWhoMayNotReadTheFile() async throws {
    let manager = FileManager.default
    try Data("old".utf8).write(to: folder.file("a"))
    try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.file("a").path)
    let server = try ContentServer(ContentServer.whole(content, cut: 20_000))
    #expect(await fails(server) == .incompleteBody)
    let attributes = try manager.attributesOfItem(atPath: folder.file(".a.part").path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let note = try manager.attributesOfItem(atPath: folder.file(".a.part.json").path)
    #expect(note[.posixPermissions] as? Int == 0o600)
  }

  @Test func takesNoNoteThatOthersHavePutThere() async throws {
    let server = try ContentServer(
      ContentServer.whole(content, cut: 20_000),
      ContentServer.whole(content)
    )
    #expect(await fails(server) == .incompleteBody)
    let manager = FileManager.default
    try manager.moveItem(at: folder.file(".a.part.json"), to: folder.file("note"))
    try manager.linkItem(at: folder.file("note"), to: folder.file(".a.part.json"))
    _ = try await download(server).run((), in: StepContext())
    #expect(result == content)
    #expect(server.asked == [[nil, nil], [nil, nil]])
    #expect(try folder.names == ["a", "note"])
  }

  @Test func asksForOneByteWhereAllIsThereAndOnlyTheEndIsMissing() async throws {
    let server = try ContentServer(
      ContentServer.whole(content, cut: 20_000),
      ContentServer.restOrWhole(content)
    )
    #expect(await fails(server) == .incompleteBody)
    try Data(content).write(to: folder.file(".a.part"))
    _ = try await download(server).run((), in: StepContext())
    #expect(result == content)
    #expect(server.asked == [[nil, nil], ["bytes=49999-", "\"one\""]])
    #expect(try folder.names == ["a"])
  }

  @Test func goesOnAlsoAfterItHasStartedAgain() async throws {
    let other = ContentServer.content(40_000, seed: 7)
    let changed = ["ETag": "\"two\""]
    let server = try ContentServer(
      ContentServer.whole(content, cut: 20_000),
      ContentServer.whole(other, changed, cut: 10_000),
      ContentServer.rest(other, from: 10_000, changed)
    )
    #expect(await fails(server) == .incompleteBody)
    #expect(await fails(server) == .incompleteBody)
    _ = try await download(server).run((), in: StepContext())
    #expect(result == other)
    #expect(server.asked.last == ["bytes=10000-", "\"two\""])
  }

  @Test func removesWhatAKilledProcessHasLeft() async throws {
    let server = try ContentServer(ContentServer.whole(content))
    try Data("left".utf8).write(to: folder.file(".a.part.new"))
    _ = try await DownloadFile(server.url, to: folder.file("a"), resuming: false)
      .run((), in: StepContext())
    #expect(result == content)
    #expect(try folder.names == ["a"])
  }

  static let unreliable: [[String: String]] = [
    [:],
    ["ETag": "W/\"one\""],
    ["ETag": "one"],
    ["Last-Modified": "Wed, 05 Nov 2025 10:00:00 GMT"],
    [
      "Last-Modified": "Wed, 05 Nov 2025 10:00:00 GMT", "Date": "Wed, 05 Nov 2025 10:00:00 GMT",
    ],
    ["Last-Modified": "yesterday", "Date": "Wed, 05 Nov 2025 10:00:00 GMT"],
  ]

  @Test(arguments: unreliable)
  func startsAgainIfTheServerGivesNothingToTellTheContentBy(headers: [String: String]) async throws
  {
    let server = try ContentServer(
      ContentServer.whole(content, headers, cut: 20_000),
      ContentServer.whole(content, headers)
    )
    #expect(await fails(server) != nil)
    #expect(try folder.names.isEmpty)
    _ = try await download(server).run((), in: StepContext())
    #expect(result == content)
    #expect(server.asked == [[nil, nil], [nil, nil]])
  }

  @Test func doesNotGoOnInTheMiddleOfACompressedBody() async throws {
    let zipped = try #require(
      Data(
        base64Encoded:
          "H4sIAAAAAAAC/w3KxwGAIBAEwFa2AJsCOYLhVuEwVS/vGcuCs5d5ha+8FZEPlr4fDbykwgZv7nsR"
          + "mCY4DWhEMSTKGPoDPXeMoj4AAAA="
      )
    )
    let headers = ["ETag": "\"one\"", "Content-Encoding": "gzip"]
    let server = try ContentServer(
      ContentServer.whole(Array(zipped), headers, cut: 60),
      ContentServer.whole(Array(zipped), headers)
    )
    #expect(await fails(server, accepting: "gzip") == .incompleteBody)
    #expect(try folder.names.isEmpty)
    _ = try await download(server, accepting: "gzip").run((), in: StepContext())
    let text = "the quick brown fox jumps over the lazy dog, and so it goes on"
    #expect(result == Array(text.utf8))
    #expect(server.asked == [[nil, nil], [nil, nil]])
  }

  @Test func startsAgainIfItIsToldToOrIsForAnotherURLOrTheNoteCannotBeRead() async throws {
    let session = TransferSession(configuration: .ephemeral)
    for change in 0..<3 {
      let server = try ContentServer(
        ContentServer.whole(content, cut: 20_000),
        ContentServer.whole(content)
      )
      #expect(await fails(server) == .incompleteBody)
      var url = server.url
      if change == 1 { url = server.server.url("/other") }
      if change == 2 { try Data("?".utf8).write(to: folder.file(".a.part.json")) }
      let download = DownloadFile(
        url,
        to: folder.file("a"),
        session: session,
        resuming: change != 0
      )
      _ = try await download.run((), in: StepContext())
      #expect(result == content)
      #expect(server.asked.last == [nil, nil])
    }
  }

  @Test func leavesNothingBehindIfItShallNotGoOnLater() async throws {
    let server = try ContentServer(ContentServer.whole(content, cut: 20_000))
    let download = DownloadFile(server.url, to: folder.file("a"), resuming: false)
    await #expect(throws: TransferError.self) { try await download.run((), in: StepContext()) }
    #expect(try folder.names.isEmpty)
  }

  @Test func aRequestWithAMethodARangeOrAConditionOfItsOwnDoesNotGoOn() async throws {
    var post = URLRequest(url: try #require(URL(string: "http://localhost/")))
    post.httpMethod = "POST"
    var range = post
    range.httpMethod = "GET"
    range.setValue("bytes=0-", forHTTPHeaderField: "Range")
    let conditions = [
      "If-Range", "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since",
    ].map { condition in
      var request = range
      request.setValue(nil, forHTTPHeaderField: "Range")
      request.setValue("\"one\"", forHTTPHeaderField: condition)
      return request
    }
    for var request in [post, range] + conditions {
      let server = try ContentServer(ContentServer.whole(content, cut: 20_000))
      request.url = server.url
      let download = DownloadFile(request, to: folder.file("a"))
      await #expect(throws: TransferError.self) { try await download.run((), in: StepContext()) }
      #expect(try folder.names.isEmpty)
      let asked = ["Range", "If-Range"].map { request.value(forHTTPHeaderField: $0) }
      #expect(server.asked == [asked])
    }
  }
}
