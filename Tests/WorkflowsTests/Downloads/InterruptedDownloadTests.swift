import Foundation
import Futures
import FuturesFoundation
import FuturesTesting
import LoopbackServer
import TestSupport
import Testing
import Transfers
import Workflows

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10)))
struct InterruptedDownloadTests {
  let session = TransferSession(configuration: .ephemeral)
  let folder: TemporaryFolder
  let content = ContentServer.content(3_000_000)

  init() throws { folder = try TemporaryFolder() }

  private var result: [UInt8]? { (try? Data(contentsOf: folder.file("a"))).map { Array($0) } }

  /// Sends the first part, and then nothing until the client disconnects.
  private func stalling(
    _ stalled: Promise<LoopbackConnection, any Error>
  ) -> ContentServer.Answer {
    { [content] request, connection in
      try ContentServer.whole(content, cut: 1_000_000)(request, connection)
      stalled.succeed(connection)
      connection.waitForPeerToClose()
    }
  }

  @Test func becauseItIsCancelledClosesTheConnectionAndGoesOnAtOnceIfTriedAgain() async throws {
    let stalled = Promise<LoopbackConnection, any Error>()
    let server = try ContentServer(
      stalling(stalled),
      ContentServer.rest(content, from: 1_000_000)
    )
    let download = DownloadFile(server.url, to: folder.file("a"), session: session)
    let context = StepContext()
    let task = Task { try await download.run((), in: context) }
    let connection = try await stalled.future.value
    await context.reported(1 / 3.0)
    #expect(fileSize(folder.file(".a.part").path) == 1_000_000)
    task.cancel()
    await #expect(throws: CancellationError.self) { _ = try await task.value }
    #expect(try folder.names == [".a.part", ".a.part.json"])
    _ = try await download.run((), in: StepContext())
    try await connection.peerClosed.timeout(.seconds(600)).value
    #expect(result == content)
    #expect(server.asked.last == ["bytes=1000000-", "\"one\""])
  }

  @Test func withinItsTimeGoesOnInTheNextAttempt() async throws {
    let stalled = Promise<LoopbackConnection, any Error>()
    let server = try ContentServer(
      stalling(stalled),
      ContentServer.rest(content, from: 1_000_000)
    )
    let clock = ManualClock()
    let download = DownloadFile(server.url, to: folder.file("a"), session: session)
      .timeout(.seconds(1), clock: clock)
      .retry(.transfers(attempts: 2, backoff: .none))
    let context = StepContext()
    let outcome = Future { try await download.run((), in: context) }
    _ = try await stalled.future.value
    await context.reported(1 / 3.0)
    clock.advance(by: .seconds(1))
    _ = try await outcome.value
    #expect(result == content)
    #expect(server.asked.map { $0[0] } == [nil, "bytes=1000000-"])
  }

  @Test func becauseItWasCancelledBeforeItBeganSendsNothingAndLeavesNothing() async throws {
    let server = try ContentServer(ContentServer.whole(content))
    let source = CancellationSource()
    source.cancel()
    let download = session.download(
      for: URLRequest(url: server.url),
      to: folder.file("b/a"),
      cancellation: source.token
    )
    #expect(download.currentError is CancellationError)
    #expect(try folder.names.isEmpty)
    #expect(server.requests.count == 0)
  }

  @Test func becauseThereIsAFolderInItsPlaceOrAFileInThePlaceOfAFolder() async throws {
    let server = try ContentServer(ContentServer.whole(content))
    try FileManager.default.createDirectory(
      at: folder.file("a"),
      withIntermediateDirectories: true
    )
    try Data("b".utf8).write(to: folder.file("b"))
    let error = await #expect(throws: FileError.self) {
      try await DownloadFile(server.url, to: folder.file("a")).run((), in: StepContext())
    }
    #expect(error?.code == .EISDIR)
    #expect(error?.path == folder.file("a").path)
    let other = await #expect(throws: FileError.self) {
      try await DownloadFile(server.url, to: folder.file("b/c")).run((), in: StepContext())
    }
    #expect(other?.operation == .createFolder)
    #expect(try folder.names == ["a", "b"])
    #expect(server.requests.count == 0)
  }

  @Test func becauseNoProcessReadsThePipeInItsPlace() async throws {
    let server = try ContentServer(ContentServer.whole(content))
    try #require(mkfifo(folder.file("a").path, 0o600) == 0)
    let error = await #expect(throws: FileError.self) {
      try await DownloadFile(server.url, to: folder.file("a")).run((), in: StepContext())
    }
    #expect(error?.code == .ENXIO)
    #expect(server.requests.count == 0)
  }

  #if os(Linux)
  @Test func becauseADeviceIsFullWhichStaysADevice() async throws {
    let server = try ContentServer(ContentServer.whole(content))
    let error = await #expect(throws: FileError.self) {
      try await DownloadFile(server.url, to: URL(fileURLWithPath: "/dev/full"))
        .run((), in: StepContext())
    }
    #expect(error?.code == .ENOSPC)
    #expect(error?.path == "/dev/full")
    var status = stat()
    #expect(stat("/dev/full", &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFCHR)
  }
  #endif

  #if os(Linux) || os(macOS)
  @Test func becauseTheDiskIsFullKeepsTheOldFileAndGoesOnWhenThereIsRoom() async throws {
    let server = try ContentServer(
      ContentServer.whole(content),
      ContentServer.restOrWhole(content)
    )
    try Data("old".utf8).write(to: folder.file("a"))
    let path = folder.url.path
    let url = server.url.absoluteString
    await #expect(processExitsWith: .success) { [path = path as String, url = url as String] in
      // A write is cut short with an error, as on a full disk.
      signal(SIGXFSZ, SIG_IGN)
      try #require(limitFileSize(1_500_000) == 0)
      // The coverage data of the process exceeds the limit.
      defer { _ = limitFileSize(.max) }
      let url = try #require(URL(string: url))
      let error = await #expect(throws: FileError.self) {
        try await DownloadFile(url, to: URL(fileURLWithPath: "\(path)/a"))
          .run((), in: StepContext())
      }
      #expect(error?.operation == .save)
      #expect(error?.path == "\(path)/a")
      #expect(error?.code == .EFBIG)
    }
    #expect(result == Array("old".utf8))
    _ = try await DownloadFile(server.url, to: folder.file("a")).run((), in: StepContext())
    #expect(result == content)
    #expect(server.asked.last == ["bytes=1500000-", "\"one\""])
    #expect(try folder.names == ["a"])
  }

  @Test func becauseTheProcessIsKilledKeepsTheOldFileAndGoesOnInAnotherProcess() async throws {
    let stalled = Promise<LoopbackConnection, any Error>()
    let server = try ContentServer(
      stalling(stalled),
      ContentServer.rest(content, from: 1_000_000)
    )
    try Data("old".utf8).write(to: folder.file("a"))
    let path = folder.url.path
    let url = server.url.absoluteString
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, url = url as String] in
      let url = try #require(URL(string: url))
      let context = StepContext()
      async let file = DownloadFile(url, to: URL(fileURLWithPath: "\(path)/a"))
        .run((), in: context)
      await context.reported(1 / 3.0)
      kill(getpid(), SIGKILL)
      _ = try await file
    }
    #expect(result == Array("old".utf8))
    _ = try await DownloadFile(server.url, to: folder.file("a")).run((), in: StepContext())
    #expect(result == content)
    #expect(server.asked.last == ["bytes=1000000-", "\"one\""])
    #expect(try folder.names == ["a"])
  }
  #endif
}

private func fileSize(_ path: String) -> Int {
  let attributes = try? FileManager.default.attributesOfItem(atPath: path)
  return attributes?[.size] as? Int ?? 0
}
