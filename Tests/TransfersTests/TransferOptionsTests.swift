import Foundation
import Futures
import LoopbackServer
import Testing
import Transfers

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10)))
struct TransferOptionsTests {
  private func load(
    _ url: URL,
    _ options: TransferOptions = TransferOptions(),
    over backend: Backend
  ) async throws -> (body: String, response: HTTPURLResponse) {
    let (data, response) = try await backend.session().data(
      for: URLRequest(url: url),
      options: options
    )
    .timeout(.seconds(600)).value
    return (String(decoding: data, as: UTF8.self), try #require(response as? HTTPURLResponse))
  }

  @Test(arguments: Backend.all)
  func redirectsMayBeLeftToTheCaller(over backend: Backend) async throws {
    let server = try LoopbackServer { connection in
      if try connection.readRequest().target == "/target" {
        try connection.respond(body: "there".utf8)
      } else {
        try connection.respond(302, headers: ["Location": "/target"], body: "elsewhere".utf8)
      }
    }
    #expect(try await load(server.url(), over: backend).body == "there")
    let options = TransferOptions(followsRedirects: false)
    let (body, response) = try await load(server.url(), options, over: backend)
    #expect(response.statusCode == 302)
    #expect(response.value(forHTTPHeaderField: "Location") == "/target")
    #expect(body.isEmpty)
    #expect(server.connectionCount == 3)
  }

  @Test(arguments: Backend.all)
  func credentialsDoNotFollowARedirectToAnotherOrigin(over backend: Backend) async throws {
    let other = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond()
    }
    let server = try LoopbackServer { connection in
      let path = try connection.readRequest().target
      let next = path == "/" ? "/next" : other.url("/end").absoluteString
      try connection.respond(302, headers: ["Location": next])
    }
    var request = URLRequest(url: server.url())
    for name in ["Authorization", "cookie", "Proxy-Authorization", "X-Note"] {
      request.setValue("secret", forHTTPHeaderField: name)
    }
    _ = try await backend.session().data(for: request).timeout(.seconds(600)).value
    for connection in [try await server.connection(0), try await server.connection(1)] {
      let headers = try await connection.request.value.headers
      #expect(headers["authorization"] == "secret")
      #expect(headers["cookie"] == "secret")
    }
    let headers = try await other.connection().request.value.headers
    #expect(headers["authorization"] == nil)
    #expect(headers["cookie"] == nil)
    #expect(headers["proxy-authorization"] == nil)
    #expect(headers["x-note"] == "secret")
  }

  @Test(arguments: Backend.all)
  func fieldsThatAreDeclaredSecretDoNotFollowEither(over backend: Backend) async throws {
    let other = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond()
    }
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(302, headers: ["Location": other.url().absoluteString])
    }
    var request = URLRequest(url: server.url())
    request.setValue("secret", forHTTPHeaderField: "X-Api-Key")
    request.setValue("note", forHTTPHeaderField: "X-Note")
    let options = TransferOptions(secretFields: ["x-api-key"])
    _ = try await backend.session().data(for: request, options: options)
      .timeout(.seconds(600)).value
    #expect(try await server.connection().request.value.headers["x-api-key"] == "secret")
    let headers = try await other.connection().request.value.headers
    #expect(headers["x-api-key"] == nil)
    #expect(headers["x-note"] == "note")
  }

  @Test func credentialsOfAConfigurationDoNotFollowEitherAndOtherFieldsDo() async throws {
    let other = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond()
    }
    let server = try LoopbackServer { connection in
      let path = try connection.readRequest().target
      let next = path == "/" ? "/next" : other.url("/end").absoluteString
      try connection.respond(302, headers: ["Location": next])
    }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpAdditionalHeaders = [
      "Authorization": "secret", "cookie": "secret", "X-Api-Key": "secret", "X-Note": "note",
      "Accept": "of the session",
    ]
    let session = TransferSession(configuration: configuration)
    var request = URLRequest(url: server.url())
    request.setValue("of the request", forHTTPHeaderField: "Accept")
    let options = TransferOptions(secretFields: ["X-Api-Key"])
    _ = try await session.data(for: request, options: options).timeout(.seconds(600)).value
    for connection in [try await server.connection(0), try await server.connection(1)] {
      let headers = try await connection.request.value.headers
      #expect(headers["authorization"] == "secret")
      #expect(headers["cookie"] == "secret")
      #expect(headers["x-api-key"] == "secret")
      #expect(headers["accept"] == "of the request")
    }
    let headers = try await other.connection().request.value.headers
    #expect(headers["authorization"] == nil)
    #expect(headers["cookie"] == nil)
    #expect(headers["x-api-key"] == nil)
    #expect(headers["x-note"] == "note")
    #expect(configuration.httpAdditionalHeaders?.count == 5)
  }

  @Test(
    arguments: Backend.all
  )
  func aServerThatWantsCredentialsAndEndsItsAnswerByClosingIsAnsweredToo(over backend: Backend)
    async throws
  {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.0 401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\n\r\n")
    }
    let error = await #expect(throws: HTTPStatusError.self) {
      try await load(server.url(), over: backend)
    }
    #expect(error?.status == 401)
  }

  /// On Linux a session would wait for ever.
  @Test(arguments: Backend.all)
  func aServerThatWantsCredentialsIsAnsweredWithAnError(over backend: Backend) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      let headers = ["WWW-Authenticate": "Basic realm=\"x\""]
      try connection.respond(401, headers: headers, body: "who are you?".utf8)
    }
    let error = await #expect(throws: HTTPStatusError.self) {
      try await load(server.url(), over: backend)
    }
    #expect(error?.status == 401)
    #expect(error?.body == Data("who are you?".utf8))
    let options = TransferOptions(failsOnErrorStatus: false)
    let (body, response) = try await load(server.url(), options, over: backend)
    #expect(response.statusCode == 401)
    #expect(body == "who are you?")
  }

  /// On Linux a session would ignore the limit of an initializer, and end at once where the limit
  /// is less than a second.
  @Test(arguments: Backend.all)
  func theTimeLimitOfARequestEndsTheWaitForAByte(over backend: Backend) async throws {
    let server = try LoopbackServer { connection in
      if try connection.readRequest().target == "/silent" {
        connection.waitForPeerToClose()
      } else {
        try connection.respond(302, headers: ["Location": "/silent"])
      }
    }
    let limit = 0.3
    var assigned = URLRequest(url: server.url("/silent"))
    assigned.timeoutInterval = limit
    let requests = [
      assigned, URLRequest(url: server.url("/silent"), timeoutInterval: limit),
      URLRequest(url: server.url("/redirecting"), timeoutInterval: limit),
    ]
    for request in requests {
      let begin = ContinuousClock.now
      let transfer = backend.session().data(for: request).timeout(.seconds(600))
      let error = await #expect(throws: URLError.self) { try await transfer.value }
      #expect(error?.code == .timedOut)
      #expect(ContinuousClock.now - begin >= .seconds(limit))
    }
  }

  /// On Linux a session would trap on an infinite limit.
  @Test(
    arguments: Backend.all,
    [0, -1, TimeInterval.nan, .infinity, -.infinity, .greatestFiniteMagnitude]
  )
  func oddTimeLimitsDoNoHarm(over backend: Backend, limit: TimeInterval) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(body: "there".utf8)
    }
    let request = URLRequest(url: server.url(), timeoutInterval: limit)
    for session in [backend.session(), backend.session(idleTime: limit)] {
      let (data, _) = try await session.data(for: request).timeout(.seconds(600)).value
      #expect(data == Data("there".utf8))
    }
  }

  @Test(arguments: Backend.all)
  func aBodyOfExactlyTheMaximumLengthIsDelivered(over backend: Backend) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(body: "there".utf8)
    }
    let options = TransferOptions(maximumBodyBytes: 5)
    #expect(try await load(server.url(), options, over: backend).body == "there")
  }

  @Test(arguments: Backend.all)
  func anErrorBodyOfExactlyTheLimitIsComplete(over backend: Backend) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(404, body: "there".utf8)
    }
    let error = await #expect(throws: HTTPStatusError.self) {
      try await load(server.url(), TransferOptions(maximumErrorBodyBytes: 5), over: backend)
    }
    #expect(error?.body == Data("there".utf8))
    #expect(error?.isBodyTruncated == false)
  }

  @Test func aNegativeLimitOfErrorBodiesCountsAsZero() {
    #expect(TransferOptions(maximumErrorBodyBytes: -1).maximumErrorBodyBytes == 0)
  }

  @Test(arguments: [408, 425, 429, 500, 502, 503, 504, 400, 404, 501]
  )
  func theStatusesThatMayPassAreTransient(_ status: Int) throws {
    let url = try #require(URL(string: "https://example.com"))
    let response = try #require(
      HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil)
    )
    #expect(HTTPStatusError(response: response).isTransient == ![400, 404, 501].contains(status))
  }

  @Test func aSessionLeavesTheConfigurationOfItsCallerAsItIs() {
    let configuration = URLSessionConfiguration.ephemeral
    let cache = URLCache.shared
    configuration.urlCache = cache
    configuration.timeoutIntervalForRequest = 7
    _ = TransferSession(configuration: configuration)
    #expect(configuration.urlCache === cache)
    #expect(configuration.timeoutIntervalForRequest == 7)
  }

  @Test func aSessionThatIsReleasedClosesItsConnections() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(headers: ["Connection": "keep-alive"], body: "hello".utf8)
      connection.waitForPeerToClose()
    }
    do {
      let session = TransferSession(configuration: .ephemeral)
      let transfer = session.data(for: URLRequest(url: server.url()))
      #expect(try await transfer.timeout(.seconds(600)).value.0 == Data("hello".utf8))
    }
    try await server.connection().peerClosed.timeout(.seconds(600)).value
  }
}
