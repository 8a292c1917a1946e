#if AsyncHTTPClient
package import AsyncHTTPClient
internal import Futures
internal import NIOCore
internal import NIOHTTPCompression

/// The clients of a back end, one for each idle timeout and each address to which a host is bound.
///
/// A client has one table of addresses and one idle timeout for all of its requests. The clients
/// share the event loops. When there are many, the pool shuts down those that were not used for the
/// longest time.
package final class ClientPool: Sendable {
  private struct Key: Hashable {
    let pin: HostPin?
    let idleTimeout: TimeAmount
  }

  private struct Entry {
    let client: HTTPClient
    var loads = 0
    var lastUse = 0
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var uses = 0
    var closing: [Int: Promise<Void, Never>] = [:]
    var isShutDown = false

    /// Removes a client, which the caller closes.
    mutating func retire(_ key: Key) -> RetiredClient? {
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

  /// Creates a pool.
  ///
  /// - Parameters:
  ///   - configuration: The configuration of the clients.
  ///   - maximumDecompressed: The longest decompressed body, in bytes, if the configuration does
  ///     not enable decompression itself; `nil` for no limit.
  ///   - maximumCount: The number of clients to keep. There can be more while more are in use.
  package init(
    configuration: HTTPClient.Configuration,
    maximumDecompressed: Int?,
    maximumCount: Int = 100
  ) {
    var configuration = configuration
    configuration.redirectConfiguration = .disallow
    // The caller tries other addresses, or reports the error at once.
    configuration.connectionPool.retryConnectionEstablishment = false
    if case .disabled = configuration.decompression {
      configuration.decompression = .enabled(limit: maximumDecompressed.map { .size($0) } ?? .none)
    }
    // The guard is for connections of HTTP/1.
    configuration.httpVersion = .http1Only
    configuration.http1_1ConnectionDebugInitializer = {
      [next = configuration.http1_1ConnectionDebugInitializer] channel in
      let guarded = ResponseGuard.add(to: channel)
      return next.map { next in guarded.flatMap { next(channel) } } ?? guarded
    }
    self.configuration = configuration
    self.maximumCount = maximumCount
  }

  deinit {
    for entry in state.withLock({ $0.entries }).values { entry.client.shutdown { _ in } }
  }

  package var isShutDown: Bool { state.withLock { $0.isShutDown } }

  /// The number of clients.
  package var count: Int { state.withLock { $0.entries.count } }

  /// Runs work with the client for a pin.
  ///
  /// - Parameters:
  ///   - pin: The host and its address, or `nil` for a client that looks up names.
  ///   - idleTimeout: The time to wait for a connection, for the next byte, and for the peer to
  ///     take one.
  ///   - body: The work.
  /// - Throws: ``BackendHasShutDown``, or the error of `body`.
  package func withClient(
    for pin: HostPin?,
    idleTimeout: Duration,
    _ body: (HTTPClient) async throws -> Void
  ) async throws {
    let time = TimeAmount(min(max(idleTimeout, .milliseconds(1)), .seconds(86_400)))
    let key = Key(pin: pin, idleTimeout: time)
    let client = try acquire(key)
    defer { release(key) }
    try await body(client)
  }

  /// Shuts all clients down, and returns when their connections are closed.
  package func shutdown() async {
    let (clients, ends) = state.withLock { state in
      state.isShutDown = true
      let clients = Array(state.entries.keys).compactMap { state.retire($0) }
      return (clients, state.closing.values.map(\.future))
    }
    for client in clients { close(client) }
    for end in ends { await end.get() }
  }

  private func acquire(_ key: Key) throws(BackendHasShutDown) -> HTTPClient {
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

  private func release(_ key: Key) {
    state.withLock { $0.entries[key]?.loads -= 1 }
    closeSurplus()
  }

  private func newClient(_ key: Key) -> HTTPClient {
    var configuration = configuration
    configuration.dnsOverride = key.pin?.overrides ?? [:]
    configuration.timeout.connect = key.idleTimeout
    configuration.timeout.read = key.idleTimeout
    configuration.timeout.write = key.idleTimeout
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
    // A client that cannot close a connection cleanly has let go of it, too.
    retired.client.shutdown { [self] _ in
      state.withLock { $0.closing.removeValue(forKey: retired.number) }?.succeed()
    }
  }
}
#endif
