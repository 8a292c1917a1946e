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
struct TransferUploadTests {
  private func echo() throws -> LoopbackServer {
    try LoopbackServer { connection in
      let request = try connection.readRequest()
      let length = request.headers["content-length"] ?? "-"
      try connection.respond(body: "\(request.method) \(length) \(request.text)".utf8)
    }
  }

  private func post(to url: URL) -> URLRequest {
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    return request
  }

  @Test(arguments: Backend.all, ["hello", ""])
  func sendDataAndFiles(over backend: Backend, content: String) async throws {
    let server = try echo()
    let session = backend.session()
    let folder = try TemporaryFolder()
    let file = folder.file("a")
    try Data(content.utf8).write(to: file)
    let request = post(to: server.url())
    let answer = Data("POST \(content.utf8.count) \(content)".utf8)
    let data = session.upload(Data(content.utf8), for: request)
    #expect(try await data.timeout(.seconds(600)).value.0 == answer)
    let upload = session.upload(fromFile: file, for: request)
    #expect(try await upload.timeout(.seconds(600)).value.0 == answer)
  }

  @Test(arguments: Backend.all)
  func sendTheStreamOfARequest(over backend: Backend) async throws {
    let server = try echo()
    var request = post(to: server.url())
    request.httpBodyStream = InputStream(data: Data("hello".utf8))
    let (data, _) = try await backend.session().data(for: request).timeout(.seconds(600)).value
    #expect(String(decoding: data, as: UTF8.self) == "POST - hello")
  }

  /// `URLSession` has read the stream once; another back end may keep what it has sent.
  @Test(arguments: Backend.all, [307, 308])
  func doNotSendAPartOfAStreamASecondTime(over backend: Backend, status: Int) async throws {
    let bodies = Log<String>()
    let server = try LoopbackServer { connection in
      let request = try connection.readRequest()
      if request.target == "/next" {
        bodies.add(request.text)
        return try connection.respond()
      }
      try connection.respond(status, headers: ["Location": "/next"])
    }
    var request = post(to: server.url())
    request.httpBodyStream = InputStream(data: Data("hello".utf8))
    let outcome = await backend.session().data(for: request).timeout(.seconds(600)).result
    let isSent = (try? outcome.get()) != nil
    #expect(bodies.all == (isSent ? ["hello"] : []))
    if !isSent { #expect((outcome.failure as? URLError)?.code == .requestBodyStreamExhausted) }
  }

  @Test(arguments: Backend.all)
  func failWithThePathOfAFileThatCannotBeRead(over backend: Backend) async throws {
    let server = try echo()
    let folder = try TemporaryFolder()
    for (url, code) in [(folder.file("none"), POSIXErrorCode.ENOENT), (folder.url, .EISDIR)] {
      let error = await #expect(throws: FileError.self) {
        try await backend.session().upload(fromFile: url, for: post(to: server.url())).value
      }
      #expect(error?.operation == .load)
      #expect(error?.path == url.path)
      #expect(error?.code == code)
    }
    #expect(server.connectionCount == 0)
  }

  @Test(arguments: Backend.all)
  func thatAreCancelledInTheMiddleCloseTheConnection(over backend: Backend) async throws {
    let begun = Promise<LoopbackConnection, any Error>()
    let mayRead = Promise<Void, Never>()
    let server = try LoopbackServer { connection in
      begun.succeed(connection)
      _ = mayRead.future.wait()  // until then the client is held up
      connection.waitForPeerToClose()
    }
    let body = Data(repeating: 1, count: 10_000_000)
    let upload = backend.session().upload(body, for: post(to: server.url()))
    let connection = try await begun.future.value
    upload.cancel()
    mayRead.succeed()
    try await connection.peerClosed.timeout(.seconds(600)).value
    #expect(await upload.result.failure is CancellationError)
  }

  @Test(arguments: Backend.all)
  func receiveAnAnswerThatComesBeforeTheEndOfTheBody(over backend: Backend) async throws {
    let server = try LoopbackServer { connection in
      _ = try connection.readBytes()
      try connection.respond(413, body: "too much".utf8)
      connection.waitForPeerToClose()
    }
    let body = Data(repeating: 1, count: 10_000_000)
    let upload = backend.session().upload(body, for: post(to: server.url()))
    let error = await #expect(throws: HTTPStatusError.self) {
      try await upload.timeout(.seconds(600)).value
    }
    #expect(error?.body == Data("too much".utf8))
    try await server.connection().peerClosed.timeout(.seconds(600)).value
  }
}
