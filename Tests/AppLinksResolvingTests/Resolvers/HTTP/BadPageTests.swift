import AppLinks
import AppLinksResolving
import AppLinksTestSupport
import Foundation
import Futures
import LoopbackServer
import TestSupport
import Testing
import Transfers

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.serialized, .timeLimit(.minutes(10)))
struct BadPageTests {
  @Test(arguments: BadPage.all)
  func endsAsDocumentedAndInTime(of page: BadPage) async throws {
    let server = try page.server()
    let outcome = await page.resolver.futureResolve(server.url()).timeout(.seconds(300)).result
    switch outcome {
    case .success(let resolution):
      #expect(page.code == nil)
      #expect(resolution.metadata.tags.isEmpty)
      #expect(resolution.diagnostics.map(\.code) == page.diagnostics)
    case .failure(let error):
      #expect((error as? AppLinkResolveError)?.code == page.code, "\(error)")
    }
    // On a busy machine, a short time limit can pass before there is a connection to close.
    if page.code == .timedOut, server.connectionCount == 0 { return }
    try await closes(server.connection())
  }

  /// Excludes pages that are rejected as soon as they begin, before a cancellation is possible.
  @Test(
    arguments: BadPage.all.filter { $0.diagnostics != [.notAPage] }
  )
  func closesTheConnectionWhenItIsCancelled(during page: BadPage) async throws {
    let paused = Promise<LoopbackConnection, any Error>()
    let server = try LoopbackServer(pausing: paused, after: page.begin)
    let resolver = HTTPResolver.patient
    let task = Task { try await resolver.resolve(server.url()) }
    let connection = try await paused.future.value
    task.cancel()
    try await closes(connection)
    #expect(await task.result.failure is CancellationError)
  }

  @Test func readsACompressedPage() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(headers: ["Content-Encoding": "gzip"], body: Gzip.page)
    }
    let resolution = try await HTTPResolver.patient.resolve(server.url())
    #expect(resolution.metadata.targets(for: .phone).map(\.rawURL) == ["shop://gz"])
  }

  @Test func keepsTheTagsThatCameBeforeTheLimit() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n\(HTTPResolverTests.page)")
      try connection.send([UInt8](repeating: 0x20, count: 2_000_000))
    }
    let resolution = try await HTTPResolver.patient.resolve(server.url())
    #expect(resolution.metadata.tags.count == 3)
    #expect(resolution.diagnostics.map(\.code) == [.pageTooLong])
  }

  @Test(arguments: [
    ("text/html; charset=windows-1251", "\u{43F}", [AppLinkDiagnostic.Code]()),
    ("text/html; charset=\"ISO-8859-1\"", "\u{EF}", []),
    ("text/html", "\u{EF}", []),
    ("text/html; charset=utf-8", "\u{FFFD}", [.malformedText]),
  ]
  )
  func usesTheCharsetOfTheHeader(type: String, name: String, codes: [AppLinkDiagnostic.Code])
    async throws
  {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      let tag = Array("<meta property=al:ios:app_name content='".utf8) + [0xEF] + Array("'>".utf8)
      try connection.respond(headers: ["Content-Type": type], body: tag)
    }
    let resolution = try await HTTPResolver.patient.resolve(server.url())
    #expect(resolution.metadata.tags.map(\.content) == [name])
    #expect(resolution.diagnostics.map(\.code) == codes)
  }

  @Test(arguments: [404, 500, 304, 300])
  func readsThePageOfAnErrorByDefault(_ status: Int) async throws {
    let body = status == 304 ? "" : HTTPResolverTests.page
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(status, body: body.utf8)
    }
    let resolution = try await HTTPResolver.patient.resolve(server.url())
    #expect(resolution.status == status)
    #expect(resolution.metadata.tags.count == (body.isEmpty ? 0 : 3))
    #expect(resolution.diagnostics.map(\.code) == (status >= 400 ? [.errorStatus] : []))

    var options = HTTPResolver.Options.patient
    options.requiresSuccessStatus = true
    let error = await #expect(throws: AppLinkResolveError.self) {
      try await HTTPResolver(options: options).resolve(server.url())
    }
    #expect(error?.code == .unacceptableStatus)
    #expect(error?.status == status)
  }

  @Test(arguments: [HTTPResolverTests.page, ""])
  func doesNotRequestCredentials(page: String) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.0 401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\n\r\n\(page)")
    }
    let resolution = try await HTTPResolver.patient.futureResolve(server.url())
      .timeout(.seconds(600)).value
    #expect(resolution.status == 401)
    #expect(resolution.metadata.tags.count == (page.isEmpty ? 0 : 3))
  }

  @Test func doesNotSendCredentialsThatTheSystemKeepsForTheServer() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(401, headers: ["WWW-Authenticate": "Basic realm=\"kept\""])
    }
    let space = URLProtectionSpace(
      host: "127.0.0.1",
      port: Int(server.port),
      protocol: "http",
      realm: "kept",
      authenticationMethod: NSURLAuthenticationMethodHTTPBasic
    )
    let credential = URLCredential(user: "u", password: "p", persistence: .forSession)
    URLCredentialStorage.shared.setDefaultCredential(credential, for: space)
    defer { URLCredentialStorage.shared.remove(credential, for: space) }
    let resolution = try await HTTPResolver.patient.futureResolve(server.url())
      .timeout(.seconds(600)).value
    #expect(resolution.status == 401)
    #expect(server.connectionCount == 1)
    #expect(try await server.connection().request.value.headers["authorization"] == nil)
  }

  @Test func acceptsASchemeInUppercase() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(body: HTTPResolverTests.page.utf8)
    }
    let resolution = try await HTTPResolver.patient.resolve(
      url("HTTP://127.0.0.1:\(server.port)/Path?Q")
    )
    #expect(resolution.metadata.tags.count == 3)
    #expect(try await server.connection().request.value.target == "/Path?Q")
  }

  @Test func saysWhatToDoWithoutTLSOrWithAnInvalidCertificate() async throws {
    let server = try LoopbackServer { connection in
      try connection.send("HTTP/1.1 400 Not TLS\r\n\r\n")
    }
    let error = await #expect(throws: AppLinkResolveError.self) {
      try await HTTPResolver.patient.resolve(url("https://127.0.0.1:\(server.port)/"))
    }
    #expect(error?.code == .transferFailed)
    #expect(error?.message.contains("uses TLS") == true, "\(String(describing: error))")
    let certificate = FakeTransport { _ in throw URLError(.serverCertificateUntrusted) }
    let untrusted = await #expect(throws: AppLinkResolveError.self) {
      try await HTTPResolver(options: .patient, transport: certificate).resolve(
        url("https://e.com")
      )
    }
    #expect(untrusted?.message.contains("check the certificate") == true)
  }

  @Test(arguments: [
    (URLError.Code.badServerResponse, "not valid HTTP; check that it uses HTTP on this port"),
    (.cannotDecodeContentData, "cannot be decompressed"), (.dataLengthExceedsMaximum, "shorter"),
    (.httpTooManyRedirects, "in a circle"), (.unsupportedURL, "where redirects lead"),
    (.unknown, "try again later"),
  ]
  )
  func saysInWordsWhatWasWrongWithAnAnswer(code: URLError.Code, words: String) async {
    let transport = FakeTransport { _ in throw URLError(code) }
    let error = await #expect(throws: AppLinkResolveError.self) {
      try await HTTPResolver(options: .patient, transport: transport).resolve(url("http://e.com"))
    }
    let message = error?.message ?? ""
    #expect(message.contains(words), "\(message)")
    #expect(!message.contains("URLError") && !message.contains { $0.isNumber }, "\(message)")
    #expect(message.contains("on this port") == (code == .badServerResponse))
  }

  @Test func saysInWordsWhatWasWrongWithABodyOrARequest() async {
    let tooLarge = TransferError(.bodyTooLarge, url: nil, bytesReceived: 9, bytesExpected: 5)
    for (error, words) in [
      (tooLarge as any Error, "exceeds the limit of 5 bytes"),
      (InvalidRequestError(url: nil, part: "the method \"a b\" is no token"), "is no token"),
    ] {
      let transport = FakeTransport { _ in throw error }
      let error = await #expect(throws: AppLinkResolveError.self) {
        try await HTTPResolver(options: .patient, transport: transport)
          .resolve(url("http://e.com/?token=secret"))
      }
      #expect(error?.message.contains(words) == true, "\(String(describing: error))")
      #expect(error?.description.contains("secret") == false)
    }
  }

  @Test func saysWhenNoServerListens() async throws {
    let socket = try Socket.reserved()
    defer { socket.closeDescriptor() }
    let url = url("http://127.0.0.1:\(try socket.localPort())/?token=secret")
    let error = await #expect(throws: AppLinkResolveError.self) {
      try await HTTPResolver.patient.resolve(url)
    }
    #expect(error?.code == .cannotConnect)
    #expect(error?.description.contains("secret") == false)
    #expect(error?.description.contains("the connection failed") == true)
  }
}

/// Waits for the client to close a connection that the server has not reset.
private func closes(_ connection: LoopbackConnection) async throws {
  do {
    try await connection.peerClosed.timeout(.seconds(600)).value
  } catch is CancellationError {}
}
