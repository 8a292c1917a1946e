import Foundation
import Futures
import LoopbackServer
import TestSupport
import Testing
import Transfers

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10)))
struct TransferRedirectTests {
  /// On Linux a session that is told how to go on after that traps.
  @Test func mayBeFollowedWhenTheTimeOfTheirTaskIsOver() async throws {
    await #expect(processExitsWith: .success) {
      let session = TransferSession(configuration: .ephemeral)
      let plain = try LoopbackServer { connection in
        try connection.readRequest()
        try connection.respond(body: "x".utf8)
      }
      let redirecting = try LoopbackServer { connection in
        let isSecond = try connection.readRequest().target == "/next"
        if isSecond { return try connection.respond(body: "there".utf8) }
        try connection.respond(302, headers: ["Location": "/next"])
      }
      // Holds up the delegate queue for longer than the other transfer may take.
      let isHeldUp = Promise<Void, any Error>()
      let first = session.data(for: URLRequest(url: plain.url())) { _ in
        if isHeldUp.succeed() { Thread.sleep(forTimeInterval: 1) }
      }
      try await isHeldUp.future.value
      let request = URLRequest(url: redirecting.url(), timeoutInterval: 0.5)
      let (data, _) = try await session.data(for: request).timeout(.seconds(600)).value
      #expect(String(decoding: data, as: UTF8.self) == "there")
      _ = try await first.value
    }
  }

  @Test(
    arguments: Backend.all,
    [301, 302, 303, 307, 308]
  )
  func keepTheMethodAndTheBodyWhereThatIsMeant(over backend: Backend, status: Int) async throws {
    let session = backend.session()
    let server = try LoopbackServer { connection in
      let request = try connection.readRequest()
      if request.target == "/next" {
        return try connection.respond(body: "\(request.method) \(request.text)".utf8)
      }
      try connection.respond(status, headers: ["Location": "/next"])
    }
    var request = URLRequest(url: server.url())
    request.httpMethod = "POST"
    let answer = status >= 307 ? "POST content" : "GET "
    let (data, _) = try await session.upload(Data("content".utf8), for: request)
      .timeout(.seconds(600)).value
    #expect(String(decoding: data, as: UTF8.self) == answer)
    request.httpBody = Data("content".utf8)
    let (second, _) = try await session.data(for: request).timeout(.seconds(600)).value
    #expect(String(decoding: second, as: UTF8.self) == answer)
  }

  @Test(arguments: Backend.all)
  func askForTheHeadOnlyOfWhatARequestForAHeadLeadsTo(over backend: Backend) async throws {
    let methods = Log<String>()
    let server = try LoopbackServer { connection in
      let request = try connection.readRequest()
      methods.add(request.method)
      if request.target == "/next" {
        return try connection.respond(headers: ["Content-Length": "7"])
      }
      try connection.respond(303, headers: ["Location": "/next"])
    }
    var request = URLRequest(url: server.url())
    request.httpMethod = "HEAD"
    let (data, _) = try await backend.session().data(for: request).timeout(.seconds(600)).value
    #expect(data.isEmpty)
    #expect(methods.all == ["HEAD", "HEAD"])
  }

  @Test(arguments: Backend.all)
  func doNotLeadAwayFromTheWebNorOnAndOn(over backend: Backend) async throws {
    let server = try LoopbackServer { connection in
      let target = try connection.readRequest().target
      let next = target == "/ftp" ? "ftp://127.0.0.1:1/" : "\(target)x"
      try connection.respond(302, headers: ["Location": next])
    }
    for (path, code) in [("/ftp", URLError.Code.unsupportedURL), ("/", .httpTooManyRedirects)] {
      let error = await #expect(throws: URLError.self) {
        try await backend.session().data(for: URLRequest(url: server.url(path)))
          .timeout(.seconds(600)).value
      }
      #expect(error?.code == code)
    }
    #expect(server.connectionCount == 22)
  }

  @Test(arguments: Backend.all)
  func withoutADestinationAreResponses(over backend: Backend) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(302, body: "nowhere".utf8)
    }
    let (data, response) = try await backend.session().data(for: URLRequest(url: server.url()))
      .timeout(.seconds(600)).value
    #expect((response as? HTTPURLResponse)?.statusCode == 302)
    // On Linux a session does not read that body.
    #expect(data.isEmpty || data == Data("nowhere".utf8))
  }

  @Test(arguments: Backend.all)
  func stopAtATransferThatWasCancelled(over backend: Backend) async throws {
    let paused = Promise<LoopbackConnection, any Error>()
    let server = try LoopbackServer { connection in
      if try connection.readRequest().target == "/next" {
        paused.succeed(connection)
        return connection.waitForPeerToClose()
      }
      try connection.respond(302, headers: ["Location": "/next"])
    }
    let transfer = backend.session().data(for: URLRequest(url: server.url()))
    let connection = try await paused.future.value
    transfer.cancel()
    #expect(await transfer.result.failure is CancellationError)
    try await connection.peerClosed.timeout(.seconds(600)).value
  }
}
