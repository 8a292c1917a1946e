import ArgumentParser
import GatewayKit
import Logging
import ServiceLifecycle
import Tracing

@main
struct GatewayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gateway",
    abstract: "Serves product pages that it puts together from slow upstreams.",
    discussion: """
      The upstreams are a server in the same program. Products 2 to 7 have faults.

      EXAMPLES
        curl localhost:8080/tenon/products/1       a page, put together with futures
        curl localhost:8080/tasks/products/1       the same with task groups
        curl -i localhost:8080/tenon/products/3    slow reviews: a page without them
        curl localhost:8080/traces/1               what happened during a request
        curl -X POST localhost:8080/products/4/orders
                                                   an order, which outlives the request
        curl localhost:8080/orders/1               what became of it
        curl localhost:8080/orders/1/trace.svg     and the same as a picture
        curl localhost:8080/orders/1/events        its states, until it ends

      Ctrl-C shuts down gracefully: requests and orders that are under way end first. Orders that
      take longer than 30 seconds are cancelled, which also ends the requests that watch them.
      """
  )

  @Option(help: "The port on this computer to listen on; 0 for a free one.")
  var port = 8080

  @Option(help: "How long the upstreams take: realistic or none.")
  var latency = StandInServer.Latency.realistic

  @Option(help: "How many seconds to keep whole pages; 0 builds each page anew.")
  var keep = 0

  @Flag(inversion: .prefixedNo, help: "Keep traces of the newest requests.")
  var traces = true

  func validate() throws {
    if !(0...65535).contains(port) { throw ValidationError("--port must be from 0 to 65535.") }
    if keep < 0 { throw ValidationError("--keep must not be negative.") }
  }

  func run() async throws {
    let logger = Logger(label: "gateway")
    var quietLogger = Logger(label: "upstreams")
    quietLogger.logLevel = .warning
    let traceLog = traces ? TraceLog() : nil
    if let traceLog { InstrumentationSystem.bootstrap(traceLog) }

    try await StandInServer(latency: latency, logger: quietLogger).run { upstreamPort in
      let client = HTTPClientService()
      let upstreams = HTTPUpstreams(client.client, port: upstreamPort)
      let orders = Orders(upstreams)
      let gateway = Gateway(
        upstreams: upstreams,
        orders: orders,
        keeping: keep > 0 ? PageRetention(for: .seconds(keep)) : nil,
        traces: traceLog
      )
      // Shut down one after another, the last one first: no request and no order loses its client,
      // and no request that watches an order keeps the server waiting.
      let services = ServiceGroup(
        configuration: ServiceGroupConfiguration(
          services: [
            client, gateway.application(port: port, logger: logger), orders.service,
          ],
          gracefulShutdownSignals: [.sigterm, .sigint],
          logger: quietLogger
        )
      )
      try await services.run()
    }
  }
}

extension StandInServer.Latency: ExpressibleByArgument {}
