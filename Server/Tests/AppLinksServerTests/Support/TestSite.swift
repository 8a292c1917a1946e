import Futures
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

/// A website on this computer, which answers what a test says.
final class TestSite: Sendable {
  struct Answer: Sendable {
    var status = 200
    var headers: [String: String] = ["Content-Type": "text/html; charset=utf-8"]
    var body = ""

    static func page(_ html: String, cacheControl: String? = nil) -> Answer {
      var answer = Answer(body: html)
      answer.headers["Cache-Control"] = cacheControl
      return answer
    }

    static func json(_ text: String) -> Answer {
      Answer(headers: ["Content-Type": "application/json"], body: text)
    }

    static let missing = Answer(status: 404)
  }

  typealias Script = @Sendable (_ path: String) async throws -> Answer

  private let script: Mutex<Script>
  private let asked = Mutex<[String]>([])
  private let connected = Mutex(0)

  init(_ script: @escaping Script) { self.script = Mutex(script) }

  /// The paths of the requests so far.
  var paths: [String] { asked.withLock { $0 } }

  /// How many connections there were, also without a request.
  var connections: Int { connected.withLock { $0 } }

  func count(_ path: String) -> Int { paths.count { $0 == path } }

  /// Answers otherwise from now on.
  func answer(_ script: @escaping Script) { self.script.withLock { $0 = script } }

  /// Runs the site while a closure runs.
  func run<Value>(_ body: (_ port: Int) async throws -> Value) async throws -> Value {
    let port = Promise<Int, any Error>()
    let router = Router()
    for path: RouterPath in ["", "**"] {
      router.get(path) { request, _ in try await self.respond(to: request) }
    }
    let application = Application(
      router: router,
      server: .http1(
        configuration: .init(
          additionalChannelHandlers: [Doorbell { self.connected.withLock { $0 += 1 } }]
        )
      ),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { port.succeed($0.localAddress?.port ?? 0) },
      logger: .quiet
    )
    return try await running(application) { try await body(try await port.future.value) }
  }

  private func respond(to request: Request) async throws -> Response {
    let path = request.uri.string
    asked.withLock { $0.append(path) }
    let script = script.withLock { $0 }
    let answer = try await script(path)
    var headers = HTTPFields()
    for (name, value) in answer.headers {
      if let name = HTTPField.Name(name) { headers[name] = value }
    }
    return Response(
      status: HTTPResponse.Status(code: answer.status),
      headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(string: answer.body))
    )
  }
}

/// Calls a closure for each connection.
private final class Doorbell: ChannelInboundHandler, RemovableChannelHandler, Sendable {
  typealias InboundIn = HTTPRequest

  private let ring: @Sendable () -> Void

  init(_ ring: @escaping @Sendable () -> Void) { self.ring = ring }

  func handlerAdded(context: ChannelHandlerContext) { ring() }
}

/// Runs a service while a closure runs, and shuts it down after that.
func running<Value>(
  _ service: any Service,
  _ body: () async throws -> Value
) async throws -> Value {
  let group = ServiceGroup(services: [service], logger: .quiet)
  let end = Future { try await group.run() }
  let outcome: Result<Value, any Error>
  do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
  await group.triggerGracefulShutdown()
  try await end.value
  return try outcome.get()
}

extension Logger {
  /// A logger that logs nothing.
  static var quiet: Logger {
    Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
  }
}
