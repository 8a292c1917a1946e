import CoreMetrics
import Foundation
import Futures
import Hummingbird
package import Logging
import NIOCore
import ServiceLifecycle
import Synchronization
package import Transfers
import TransfersHTTPClient

/// A server that reports the App Links of pages.
package struct AppLinksServer: Service, CustomStringConvertible {
  private let options: ServerOptions
  private let logger: Logger
  private let metrics: MetricsRegistry
  private let clock: WallClock
  private let store: any EntryStore
  private let network: NetworkPolicy
  private let sites: LinkedSites
  private let onServerRunning: @Sendable (_ port: Int) async -> Void

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - options: The configuration.
  ///   - logger: The server's logger.
  ///   - metrics: The metrics that `/metrics` prints.
  ///   - clock: The clock.
  ///   - store: The store of loaded content, or `nil` to keep it in memory.
  ///   - network: Rules for addresses. They are always at least as strict as those for the public
  ///     web.
  ///   - onServerRunning: Receives the port.
  /// - Throws: A ``SetupError`` if the options do not fit.
  package init(
    options: ServerOptions,
    logger: Logger,
    metrics: MetricsRegistry = MetricsRegistry(),
    clock: WallClock = WallClock(),
    store: (any EntryStore)? = nil,
    network: NetworkPolicy = .server,
    onServerRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
  ) throws {
    self.options = options
    self.logger = logger
    self.metrics = metrics
    self.clock = clock
    self.onServerRunning = onServerRunning
    self.store = GuardedStore(try store ?? SQLiteEntryStore(clock: clock))
    var network = network
    network.trustedHosts.formUnion(options.trustedHosts)
    self.network = network
    sites = try LinkedSites(options.sites)
  }

  /// The name in the log, which must not contain the server's secrets.
  package var description: String { "AppLinksServer" }

  /// Serves until a graceful shutdown, which lets the requests in progress finish.
  package func run() async throws {
    let backend = HTTPClientBackend()
    let outcome: Result<Void, any Error>
    do {
      try await serve(over: TransferSession(over: backend))
      outcome = .success(())
    } catch {
      outcome = .failure(error)
    }
    await backend.shutdown()
    try outcome.get()
  }

  private func serve(over session: TransferSession) async throws {
    let loader = WebLoader(
      session: session,
      network: network,
      origins: options.origins,
      timeout: options.timeout
    )
    let index = LinkIndex(
      pages: kept { try await loader.page($0) },
      hosts: kept { try await loader.host($0) }
    )
    let isRunning = Atomic(false)
    let application = Application(
      router: try router(index),
      server: .http1(
        configuration: .init(
          additionalChannelHandlers: [ArrivalLimit(options.arrivalTimeout)],
          idleTimeout: TimeAmount(options.idleTimeout)
        )
      ),
      configuration: ApplicationConfiguration(
        address: .hostname(options.address, port: options.port),
        serverName: "applinks-server"
      ),
      services: [Pruning(store: store, keeping: options.maximumEntries, clock, logger)],
      onServerRunning: { channel in
        isRunning.store(true, ordering: .relaxed)
        await onServerRunning(channel.localAddress?.port ?? 0)
      },
      logger: logger
    )
    do {
      try await application.run()
    } catch let error where !isRunning.load(ordering: .relaxed) && !(error is CancellationError) {
      throw SetupError(
        "The server cannot listen on \(options.address):\(options.port): "
          + "\(reason(error)). Choose another '--address' or '--port', or end what listens there."
      )
    }
  }

  /// Returns why the server cannot listen, in the words of the system.
  private func reason(_ error: any Error) -> String {
    switch error {
    case let error as IOError: String(cString: strerror(error.errnoCode))
    case is SocketAddressError.UnknownHost: "the address is unknown"
    default: "\(error)"
    }
  }

  private func kept<Content>(_ load: @escaping KeptLoads<Content>.Load) -> KeptLoads<Content> {
    KeptLoads(
      store: store,
      memory: options.memory,
      lifetimes: options.lifetimes,
      leaseTime: options.timeout * 2,
      clock: clock,
      logger: logger,
      metrics: metrics,
      load: load
    )
  }

  private func router(_ index: LinkIndex) throws -> Router<ServerContext> {
    let router = Router(context: ServerContext.self, options: [.autoGenerateHeadEndpoints])
    router.addMiddleware {
      SecurityHeaders()
      RequestLog(metrics: RequestMetrics(metrics))
      HostCheck()
    }
    let start = ContinuousClock.now
    let rates = RateLimit { ContinuousClock.now - start }
    HealthRoutes(store: store, metrics: metrics).add(to: router)
    sites.add(to: router)
    DocumentRoutes().add(to: router)
    let api = router.group("api/v1").add(middleware: clientLimit(requiresKey: options.requiresKey))
    BatchRoutes(index: index, rates: rates, clock: clock, limits: options.requests).add(to: api)
    let threads = AnswerThreads()
    let answers = SharedAnswers(maximumBytes: 64 << 20)
    QuestionRoutes(
      index: index,
      rates: rates,
      clock: clock,
      limits: options.requests,
      threads: threads,
      answers: answers
    )
    .add(to: api)
    let people = router.group("").add(middleware: clientLimit(requiresKey: false))
    try PageRoutes(
      index: index,
      rates: rates,
      limits: options.requests,
      threads: threads,
      answers: answers
    )
    .add(to: people)
    return router
  }

  private func clientLimit(requiresKey: Bool) -> ClientLimit {
    ClientLimit(
      keys: options.keys,
      requiresKey: requiresKey,
      anonymous: options.anonymous,
      isBehindProxy: options.isBehindProxy
    )
  }
}
