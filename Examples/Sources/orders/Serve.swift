import ArgumentParser
import Foundation
import OrdersKit
import OrdersPage

#if Page
import FuturesServiceLifecycle
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// An error that reports a port that cannot be used.
struct NotListening: Error, CustomStringConvertible {
  let port: Int
  let reason: String

  var description: String {
    "The page cannot be served at port \(port): \(reason). Choose another '--port', or end what "
      + "listens there."
  }
}
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
    // The last service is shut down first: orders that come in until the end are for others.
    let services: [any Service] = pageOnly ? [page] : [page, work]
    var configuration = ServiceGroupConfiguration(
      services: services.map { .init(service: $0) },
      gracefulShutdownSignals: [.sigterm, .sigint],
      logger: logger
    )
    // A client that does not end its request is left after that.
    configuration.maximumGracefulShutdownDuration = .seconds(10)
    do {
      try await ServiceGroup(configuration: configuration).run()
    } catch let error as IOError {
      throw NotListening(port: port, reason: String(cString: strerror(error.errnoCode)))
    }
    #else
    throw NotBuiltIn(
      what: "The page",
      command: "swift run --package-path Examples --traits Page orders serve"
    )
    #endif
  }
}
