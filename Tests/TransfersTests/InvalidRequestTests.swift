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
struct InvalidRequestTests {
  private func server() throws -> LoopbackServer {
    try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond()
    }
  }

  private func refuses(
    _ request: URLRequest,
    over session: TransferSession,
    at location: SourceLocation = #_sourceLocation
  ) async -> InvalidRequestError? {
    await #expect(throws: InvalidRequestError.self, sourceLocation: location) {
      try await session.data(for: request).timeout(.seconds(600)).value
    }
  }

  static let injection = "GET / HTTP/1.1\r\nHost: x\r\n\r\nDELETE"
  static let noTokens = [injection, "GE T", "G\u{C9}T", "GET\n", "a:b", "(x)", "\0"]

  @Test(arguments: Backend.all, noTokens + [""])
  func byTheirMethodAreNotSent(over backend: Backend, method: String) async throws {
    let server = try server()
    var request = URLRequest(url: server.url())
    request.httpMethod = method
    let error = await refuses(request, over: backend.session())
    #expect(error?.url == server.url())
    #expect(error?.part.contains("method") == true)
    #expect(server.connectionCount == 0)
  }

  @Test(arguments: Backend.all, noTokens)
  func byTheNameOfAFieldAreNotSent(over backend: Backend, name: String) async throws {
    let server = try server()
    var request = URLRequest(url: server.url())
    request.setValue("1", forHTTPHeaderField: name)
    let error = await refuses(request, over: backend.session())
    #expect(error?.part.contains("name") == true)
    #expect(server.connectionCount == 0)
  }

  @Test(
    arguments: Backend.all,
    ["a\r\nX-Other: b", "a\rb", "a\nb", "a\0b", "\r\n\r\nGET / HTTP/1.1"]
  )
  func byTheValueOfAFieldAreNotSent(over backend: Backend, value: String) async throws {
    let server = try server()
    var request = URLRequest(url: server.url())
    // Foundation leaves out a single field with such a value, and not one of several.
    request.allHTTPHeaderFields = ["X-Note": value]
    let error = await refuses(request, over: backend.session())
    #expect(error?.part.contains("X-Note") == true)
    #expect(error.map { "\($0)".contains(value) } == false)
    #expect(server.connectionCount == 0)
  }

  @Test(arguments: ["X\r\nY: z", "X"])
  func byTheFieldsOfAConfigurationAreNotSent(name: String) async throws {
    let server = try server()
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpAdditionalHeaders = [name: name == "X" ? "a\r\nb: c" : "1"]
    let session = TransferSession(configuration: configuration)
    _ = await refuses(URLRequest(url: server.url()), over: session)
    #expect(server.connectionCount == 0)
  }

  @Test(arguments: Backend.all)
  func byNeitherAreSent(over backend: Backend) async throws {
    let server = try server()
    var request = URLRequest(url: server.url())
    request.httpMethod = "M-SEARCH"
    request.setValue("a\tb, \"c\"", forHTTPHeaderField: "X!#$%&'*+-.^_`|~9")
    _ = try await backend.session().data(for: request).timeout(.seconds(600)).value
    let received = try await server.connection().request.value
    #expect(received.method == "M-SEARCH")
    #expect(received.headers["x!#$%&'*+-.^_`|~9"] == "a\tb, \"c\"")
  }
}
