#if Page
import Hummingbird
import Logging
import NIOEmbedded
import OrdersPage
import Synchronization

/// Asks a server without a network.
struct PageClient: Sendable {
  struct Answer {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    let text: String
  }

  private let responder: RouterResponder<PageContext>

  init(_ server: OrderServer) { self.init(server.router) }

  init(_ router: Router<PageContext>) { responder = router.buildResponder() }

  func head(_ path: String) async throws -> Answer {
    try await answer(.head, path, at: "localhost:8080", headers: [:], body: "")
  }

  func get(_ path: String, at host: String? = "localhost:8080") async throws -> Answer {
    try await answer(.get, path, at: host, headers: [:], body: "")
  }

  func post(
    _ path: String,
    _ form: String,
    _ headers: HTTPFields = [:],
    at host: String? = "localhost:8080"
  ) async throws -> Answer {
    let type: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
    return try await answer(.post, path, at: host, headers: type + headers, body: form)
  }

  private func answer(
    _ method: HTTPRequest.Method,
    _ path: String,
    at host: String?,
    headers: HTTPFields,
    body: String
  ) async throws -> Answer {
    let head = HTTPRequest(
      method: method,
      scheme: "http",
      authority: host,
      path: path,
      headerFields: headers
    )
    let request = Request(head: head, body: RequestBody(buffer: ByteBuffer(string: body)))
    let source = ApplicationRequestContextSource(
      channel: EmbeddedChannel(),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )
    let context = PageContext(source: source)
    let response = try await responder.respond(to: request, context: context)
    let text = Text()
    try await response.body.write(Writer(text: text))
    return Answer(
      status: response.status,
      headers: response.headers,
      text: text.value.withLock { $0 }
    )
  }

  private final class Text: Sendable {
    let value = Mutex("")
  }

  private struct Writer: ResponseBodyWriter {
    let text: Text

    func write(_ buffer: ByteBuffer) async throws {
      text.value.withLock { $0 += String(buffer: buffer) }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
  }
}
#endif
