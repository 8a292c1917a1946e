import ArgumentParser
import OrdersKit
import OrdersPage

#if Page
import FuturesServiceLifecycle
import Hummingbird
import Logging
import ServiceLifecycle
#endif

struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Works on the orders, and serves a page of them, until Ctrl-C or SIGTERM.",
    discussion: """
      The page is at http://localhost:8080, for this computer only. It is built with the trait Page:
      swift run --package-path Examples --traits Page orders serve
      """
  )

  @OptionGroup var location: Location

  @Option(help: "The port on this computer to listen on; 0 for a free one.")
  var port = 8080

  @Flag(help: "Only serve the page; other processes work on the orders.")
  var pageOnly = false

  @Option(help: "The release of the program: 1, or 2, which thanks each customer in the end.")
  var release = 1

  func validate() throws {
    if !(0...65535).contains(port) { throw ValidationError("--port must be from 0 to 65535.") }
    if !(1...2).contains(release) { throw ValidationError("--release is 1 or 2.") }
  }

  @MainActor func run() async throws {
    #if Page
    let shop = try await location.open(release: release, print: say)
    var logger = Logger(label: "orders")
    logger.logLevel = .warning
    let page = Application(
      router: OrderServer(OrderBook(of: shop)).router,
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: { channel in
        say("The page is at http://localhost:\(channel.localAddress?.port ?? 0)")
      },
      logger: logger
    )
    let work = DurableRunsService(shop.runs, stoppingWithin: .seconds(5))
    let services: [any Service] = pageOnly ? [page] : [work, page]
    // The last service is shut down first.
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: services.map { .init(service: $0) },
        gracefulShutdownSignals: [.sigterm, .sigint],
        logger: logger
      )
    )
    try await group.run()
    #else
    throw NotBuiltIn(
      what: "The page",
      command: "swift run --package-path Examples --traits Page orders serve"
    )
    #endif
  }
}
