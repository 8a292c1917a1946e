import Hummingbird
import Logging

/// The server: product pages in both styles, orders and traces.
package struct Gateway: Sendable {
  private let pages: [PageStyle: any PageHandler]
  private let orders: Orders
  private let traces: TraceLog?

  /// Creates a gateway.
  ///
  /// - Parameters:
  ///   - upstreams: Where the parts of the pages come from.
  ///   - orders: The orders.
  ///   - limits: How long to wait for upstreams, and how often to try.
  ///   - retention: Which pages to keep, and for how long; `nil` to build each page anew.
  ///   - traces: The tracer of the program, if it records.
  ///   - clock: What measures time limits, pauses and the age of pages.
  package init(
    upstreams: some FutureUpstreams & AsyncUpstreams,
    orders: Orders,
    limits: PageLimits = PageLimits(),
    keeping retention: PageRetention? = nil,
    traces: TraceLog?,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    let futures = FuturesPageHandler(upstreams, limits: limits, clock: clock)
    let tasks = TasksPageHandler(upstreams, limits: limits, clock: clock)
    if let retention {
      pages = [
        .tenon: CachedFuturesPages(futures, keeping: retention, clock: clock),
        .tasks: CachedTasksPages(tasks, keeping: retention, clock: clock),
      ]
    } else {
      pages = [.tenon: futures, .tasks: tasks]
    }
    self.orders = orders
    self.traces = traces
  }

  /// Creates the service that runs the server.
  ///
  /// On graceful shutdown it accepts no more connections, and ends when all requests are answered.
  ///
  /// - Parameters:
  ///   - port: The port on this computer; 0 for a free one.
  ///   - logger: Where the server logs.
  ///   - onServerRunning: Receives the port.
  /// - Returns: The service.
  package func application(
    port: Int,
    logger: Logger,
    onServerRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
  ) -> some ApplicationProtocol {
    Application(
      router: router,
      server: .cancellingHTTP1,
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: { channel in await onServerRunning(channel.localAddress?.port ?? 0) },
      logger: logger
    )
  }

  private var router: Router<BasicRequestContext> {
    let router = Router()
    for (style, handler) in pages {
      PageRoutes(style: style, handler: handler).add(to: router)
    }
    OrderRoutes(orders: orders).add(to: router)
    if let traces { TraceRoutes(traces: traces).add(to: router) }
    return router
  }
}
