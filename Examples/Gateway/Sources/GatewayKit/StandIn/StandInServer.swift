import Futures
import Hummingbird
import Logging
import ServiceLifecycle

/// A server on this computer that stands in for the upstreams, with latencies and faults.
///
/// | Product | Fault |
/// |--:|---|
/// | 2 | the reviews answer 500 |
/// | 3 | the reviews answer after a minute |
/// | 4 | the prices answer 503 twice |
/// | 5 | one mirror of the catalogue answers 500 |
/// | 6 | both mirrors answer 500 |
/// | 7 | the prices always answer 500 |
package struct StandInServer: Sendable {
  /// How long the stand-ins take.
  package enum Latency: String, CaseIterable, Sendable {
    /// From 5 to 40 milliseconds, and longer where the fault is to be slow.
    case realistic
    /// No time, to measure the gateway itself.
    case none
  }

  private let latency: Latency
  private let logger: Logger

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - latency: How long the upstreams take.
  ///   - logger: Where the server logs.
  package init(latency: Latency = .realistic, logger: Logger) {
    self.latency = latency
    self.logger = logger
  }

  /// Runs the server while a closure runs, and shuts it down then.
  ///
  /// - Parameter body: The closure, which receives the port of the server.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, or the error of a server that cannot start.
  package func run<Value: Sendable>(
    _ body: (_ port: Int) async throws -> Value
  ) async throws -> Value {
    let port = Promise<Int, any Error>()
    let application = Application(
      router: router,
      server: .cancellingHTTP1,
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in port.succeed(channel.localAddress?.port ?? 0) },
      logger: logger
    )
    let group = ServiceGroup(services: [application], logger: logger)
    return try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask {
        do {
          try await group.run()
        } catch {
          port.fail(error)
          throw error
        }
      }
      let value = try await body(port.future.value)
      await group.triggerGracefulShutdown()
      return value
    }
  }

  private var router: Router<BasicRequestContext> {
    let router = Router()
    router.get("{upstream}/{id}") { [latency] request, context in
      let name = try context.parameters.require("upstream")
      guard let upstream = UpstreamCall.Upstream(rawValue: name) else {
        throw HTTPError(.notFound)
      }
      let call = UpstreamCall(
        to: upstream,
        id: try context.parameters.require("id", as: Int.self),
        attempt: request.uri.queryParameters.get("attempt", as: Int.self) ?? 1
      )
      let answer = StandInAnswer(to: call)
      if latency == .realistic { try await Task.sleep(for: answer.latency) }
      return Response(
        status: HTTPResponse.Status(code: answer.status),
        headers: [.contentType: "application/json"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: answer.body))
      )
    }
    return router
  }
}
