#if AsyncHTTPClient
package import AsyncHTTPClient
internal import Futures
internal import NIOCore
internal import NIOHTTPCompression

/// The clients of a back end, one for each address to which a host is bound.
///
/// A client has one table of addresses for all of its requests. The clients share the event loops.
/// When there are many, the pool shuts down the least recently used ones. A pool can also use a
/// client that it does not own, which it does not shut down.
package final class ClientPool: Sendable {
  /// The timeout for making a connection, even if that of the request is longer.
  private static let connectTime = TimeAmount.seconds(120)

  private struct Entry {
    let client: HTTPClient
    var loads = 0
    var lastUse = 0
  }

  private struct State {
    var entries: [HostPin?: Entry] = [:]
    var uses = 0
    var closing: [Int: Promise<Void, Never>] = [:]
    var isShutDown = false

    /// Removes a client, which the caller closes.
    mutating func retire(_ key: HostPin?) -> RetiredClient? {
      guard let client = entries.removeValue(forKey: key)?.client else { return nil }
      uses += 1
      closing[uses] = Promise()
      return RetiredClient(client: client, number: uses)
    }
  }

  private struct RetiredClient {
    let client: HTTPClient
    let number: Int
  }

  private let state = Locked(State())
  private let configuration: HTTPClient.Configuration
  private let maximumCount: Int
  private let connections: ConnectionTable
  /// A client that the pool does not own, for hosts that are not bound.
  private let borrowed: HTTPClient?

  /// Creates a pool.
  ///
  /// - Parameters:
  ///   - configuration: The configuration of the clients.
  ///   - maximumDecompressed: The longest decompressed body, in bytes, if the configuration does
  ///     not enable decompression itself; `nil` for no limit.
  ///   - maximumCount: The number of clients to keep. There can be more while they are in use.
  ///   - maximumIdle: The number of connections to keep open for further requests.
  package init(
    configuration: HTTPClient.Configuration,
    maximumDecompressed: Int?,
    maximumCount: Int = 100,
    maximumIdle: Int = 256
  ) {
    connections = ConnectionTable(maximumIdle: maximumIdle)
    self.configuration = Self.prepared(configuration, maximumDecompressed, connections)
    self.maximumCount = maximumCount
    borrowed = nil
  }

  /// Creates a pool that uses a client that it does not own, for hosts that are not bound.
  ///
  /// - Parameter client: The client.
  package init(using client: HTTPClient) {
    connections = ConnectionTable(maximumIdle: 256)
    configuration = Self.prepared(HTTPClient.Configuration(), nil, connections)
    maximumCount = 100
    borrowed = client
  }

  /// Returns a configuration of a client that leaves redirects to its caller and does not trap.
  static func prepared(
    _ configuration: HTTPClient.Configuration,
    _ maximumDecompressed: Int?,
    _ connections: ConnectionTable
  ) -> HTTPClient.Configuration {
    var configuration = configuration
    configuration.redirectConfiguration = .disallow
    // The caller tries other addresses, or reports the error at once.
    configuration.connectionPool.retryConnectionEstablishment = false
    if case .disabled = configuration.decompression {
      configuration.decompression = .enabled(limit: maximumDecompressed.map { .size($0) } ?? .none)
    }
    configuration.timeout.connect = connectTime
    // An idle watch limits these for each request.
    configuration.timeout.read = nil
    configuration.timeout.write = nil
    // The guard supports only connections of HTTP/1.
    configuration.httpVersion = .http1Only
    configuration.http1_1ConnectionDebugInitializer = {
      [next = configuration.http1_1ConnectionDebugInitializer] channel in
      let guarded = ResponseGuard.add(to: channel, connections)
      return next.map { next in guarded.flatMap { next(channel) } } ?? guarded
    }
    return configuration
  }

  deinit {
    for entry in state.withLock({ $0.entries }).values { entry.client.shutdown { _ in } }
  }

  package var isShutDown: Bool { state.withLock { $0.isShutDown } }

  /// The number of clients.
  package var count: Int { state.withLock { $0.entries.count } }

  /// The number of open connections that serve no request.
  package var idleConnectionCount: Int { connections.idleCount }

  /// Whether the connections of the client for hosts that are not bound distinguish requests that
  /// were not sent from those that were.
  package var isGuarded: Bool { borrowed == nil }

  /// Runs work with the client for a pin.
  ///
  /// - Parameters:
  ///   - pin: The host and its address, or `nil` for a client that looks up names.
  ///   - body: The work.
  /// - Returns: The value of `body`.
  /// - Throws: ``BackendHasShutDown``, or the error of `body`.
  package func withClient<Output>(
    for pin: HostPin?,
    _ body: (HTTPClient) async throws -> Output
  ) async throws -> Output {
    if let borrowed, pin == nil {
      if isShutDown { throw BackendHasShutDown() }
      return try await body(borrowed)
    }
    let client = try acquire(pin)
    defer { release(pin) }
    return try await body(client)
  }

  /// Shuts all clients down, and returns when their connections are closed.
  package func shutdown() async {
    let (clients, ends) = state.withLock { state in
      state.isShutDown = true
      let clients = Array(state.entries.keys).compactMap { state.retire($0) }
      return (clients, state.closing.values.map(\.future))
    }
    for client in clients { close(client) }
    for end in ends { await end.value }
    // A client does not wait for its idle connections.
    await connections.waitForEnd()
  }

  private func acquire(_ key: HostPin?) throws(BackendHasShutDown) -> HTTPClient {
    let client = state.withLock { state -> HTTPClient? in
      if state.isShutDown { return nil }
      state.uses += 1
      var entry = state.entries[key] ?? Entry(client: newClient(key))
      entry.loads += 1
      entry.lastUse = state.uses
      state.entries[key] = entry
      return entry.client
    }
    closeSurplus()
    guard let client else { throw BackendHasShutDown() }
    return client
  }

  private func release(_ key: HostPin?) {
    state.withLock { state in
      guard var entry = state.entries[key] else { return }
      entry.loads -= 1
      state.entries[key] = entry
    }
    closeSurplus()
  }

  private func newClient(_ pin: HostPin?) -> HTTPClient {
    var configuration = configuration
    configuration.dnsOverride = pin?.overrides ?? [:]
    return HTTPClient(configuration: configuration)
  }

  private func closeSurplus() {
    let client = state.withLock { state -> RetiredClient? in
      guard state.entries.count > maximumCount else { return nil }
      let oldest = state.entries.filter { $0.value.loads == 0 }
        .min { $0.value.lastUse < $1.value.lastUse }
      return oldest.flatMap { state.retire($0.key) }
    }
    if let client { close(client) }
  }

  private func close(_ retired: RetiredClient) {
    // A client that cannot close a connection cleanly has released it nevertheless.
    retired.client.shutdown { [self] _ in
      state.withLock { $0.closing.removeValue(forKey: retired.number) }?.succeed()
    }
  }
}
#endif
