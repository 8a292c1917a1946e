import AsyncHTTPClient
import Futures
import GatewayKit
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import ServiceLifecycle

/// A gateway that listens on this computer while a test runs, with a client.
struct LiveGateway: Sendable {
  let port: Int
  let orders: Orders
  let group: ServiceGroup
  /// The end of the service group.
  let end: Future<Void, any Error>
  let client = HTTPClient()

  /// Runs a gateway.
  static func run<Upstreams: FutureUpstreams & AsyncUpstreams>(
    _ upstreams: Upstreams,
    limits: PageLimits = .patient,
    traces: TraceLog? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    _ body: (LiveGateway) async throws -> Void
  ) async throws {
    let logger = Logger.quiet
    let port = Promise<Int, any Error>()
    let orders = Orders(upstreams, limits: limits, clock: clock)
    let gateway = Gateway(
      upstreams: upstreams,
      orders: orders,
      limits: limits,
      traces: traces,
      clock: clock
    )
    let application = gateway.application(port: 0, logger: logger) { port.succeed($0) }
    let group = ServiceGroup(services: [application, orders.service], logger: logger)
    let end = Future { try await group.run() }
    let live = LiveGateway(
      port: try await port.future.value,
      orders: orders,
      group: group,
      end: end
    )
    let outcome: Result<Void, any Error>
    do { outcome = .success(try await body(live)) } catch { outcome = .failure(error) }
    await group.triggerGracefulShutdown()
    try await live.client.shutdown()
    try await end.value
    try outcome.get()
  }

  func get(_ path: String) async throws -> Reply { try await reply(.GET, path) }

  func post(_ path: String) async throws -> Reply { try await reply(.POST, path) }

  /// Opens a response whose body does not end at once, and returns the body.
  func open(_ path: String) async throws -> HTTPClientResponse.Body {
    let request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
    return try await client.execute(request, timeout: .seconds(60)).body
  }

  /// Waits until the server accepts no more connections, as in a shutdown.
  func refusal() async throws {
    var configuration = HTTPClient.Configuration()
    configuration.connectionPool.retryConnectionEstablishment = false
    var isListening = true
    while isListening {
      try Task.checkCancellation()
      let client = HTTPClient(configuration: configuration)
      let answer = try? await client.get(url: "http://127.0.0.1:\(port)/orders/0").get()
      isListening = answer != nil
      try await client.shutdown()
    }
  }

  private func reply(_ method: HTTPMethod, _ path: String) async throws -> Reply {
    var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
    request.method = method
    let response = try await client.execute(request, timeout: .seconds(30))
    let body = try await response.body.collect(upTo: 1 << 20)
    return Reply(
      status: Int(response.status.code),
      location: response.headers.first(name: "location"),
      trace: response.headers.first(name: "trace"),
      body: String(buffer: body)
    )
  }
}

struct Reply: Hashable, Sendable {
  let status: Int
  let location: String?
  let trace: String?
  let body: String
}

extension PageLimits {
  /// Limits that a busy machine does not reach.
  static var patient: PageLimits {
    var limits = PageLimits()
    (limits.product, limits.price, limits.reviews) = (.seconds(60), .seconds(60), .seconds(60))
    return limits
  }
}

extension Logger {
  /// A logger for errors only.
  static var quiet: Logger {
    var logger = Logger(label: "test")
    logger.logLevel = .error
    return logger
  }
}
