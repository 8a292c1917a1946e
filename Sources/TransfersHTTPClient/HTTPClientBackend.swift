#if AsyncHTTPClient
public import AsyncHTTPClient
internal import Futures
public import Transfers

#if canImport(FoundationNetworking)
internal import Foundation
package import FoundationNetworking
#else
package import Foundation
#endif

/// A back end of transfers that uses AsyncHTTPClient, for servers.
///
/// ```swift
/// let backend = HTTPClientBackend()
/// let session = TransferSession(over: backend)
/// let page = session.data(for: request)
/// ```
///
/// A session over this back end behaves like one over `URLSession`, with the same errors, limits,
/// progress and redirects. No response ends the process, and no transfer delays another.
///
/// A transfer with a progress closure, to a file or from a file has its own queue, where
/// nonisolated progress closures run. A slow closure, or a slow disk, delays its transfer and the
/// server: the back end reads no more until the closure has returned. Other transfers run on the
/// threads of Swift's concurrency, and need none of their own, however many there are. Do not block
/// a thread in a nonisolated observer of such a transfer.
///
/// The `timeoutInterval` of a request limits the time that its transfer waits for the network, not
/// for closures and disks. A connection that is not made within two minutes fails, even if the
/// request has a longer timeout.
///
/// The back end uses HTTP/1.1, keeps up to 256 connections open for further transfers, and
/// decompresses `gzip` and `deflate`. It stores no cookies, caches nothing, does not send the user
/// name or password of a URL, and loads `http` and `https` URLs only. If the process has run out of
/// file descriptors, transfers fail with `POSIXError.EMFILE`.
///
/// A server may close an idle connection at the moment when a request is sent. The back end sends a
/// request once more if no byte of a response has arrived, the method is idempotent, such as `GET`
/// or `PUT`, and the body is not a stream. If a connection was closed before a request was sent,
/// the request goes over another connection, whatever its method. The back end does not repeat
/// other requests: to do so, pass `RetryPolicy.transfers()` to `retry`.
///
/// The back end ends with ``shutdown()``, or in the background when it, its sessions and their
/// transfers are released.
public final class HTTPClientBackend: Sendable {
  private let clients: ClientPool
  private let running = RunningTasks()
  private let executors = TransferExecutors()

  /// Creates a back end.
  ///
  /// - Parameter configuration: The configuration of the clients, for example with trust roots, a
  ///   proxy, or the limit for connections to a host. The back end itself sets redirects, timeouts,
  ///   DNS overrides, the HTTP version and connection retries. If decompression is disabled, as it
  ///   is by default, the back end enables it without its own limit;
  ///   `TransferOptions.maximumBodyBytes` limits the decompressed body, by default to 64 MiB in
  ///   memory.
  public init(configuration: HTTPClient.Configuration = HTTPClient.Configuration()) {
    clients = ClientPool(configuration: configuration, maximumDecompressed: nil)
  }

  /// Creates a back end over a pool, for tests.
  package init(clients: ClientPool) { self.clients = clients }

  /// Creates a back end that uses an existing client, with its connections.
  ///
  /// ```swift
  /// let client = HTTPClient(
  ///   configuration: HTTPClientBackend.configuration()
  /// )
  /// let session = TransferSession(over: HTTPClientBackend(client: client))
  /// ```
  ///
  /// Create the client with ``configuration(basedOn:)``. A client with another configuration works
  /// with restrictions: if it follows redirects, a transfer that was redirected fails with
  /// ``ClientFollowsRedirects``; its own timeouts apply in addition; it decompresses only if it is
  /// configured to; and a malformed response may end the process.
  ///
  /// - Parameter client: The client. Shut it down yourself, after the back end: the back end
  ///   neither shuts it down nor closes its connections.
  public init(client: HTTPClient) { clients = ClientPool(using: client) }

  /// Returns a configuration for a client that a back end can use in full.
  ///
  /// - Parameter configuration: A configuration, for example with trust roots or a proxy.
  /// - Returns: The configuration with the redirects, timeouts, HTTP version, connection retries
  ///   and decompression of ``init(configuration:)``, and with its checks of responses.
  public static func configuration(
    basedOn configuration: HTTPClient.Configuration = HTTPClient.Configuration()
  ) -> HTTPClient.Configuration {
    ClientPool.prepared(configuration, nil, ConnectionTable(maximumIdle: 256))
  }

  /// Shuts the back end down.
  ///
  /// Running and further transfers fail with ``BackendHasShutDown``. The method returns when all
  /// connections of the back end are closed. A second call waits for the same shutdown.
  public func shutdown() async {
    await clients.shutdown()
    // The connections of a client that the back end does not own are not closed.
    running.cancel()
  }
}

extension HTTPClientBackend: TransferBackend {
  package func start(
    _ request: URLRequest,
    _ body: TransferBody,
    for transfer: any TransferEvents
  ) -> @Sendable () -> Void {
    let executor =
      transfer.mayBlock || body.mayBlock(in: request) ? executors.take() : nil
    let watch = IdleWatch(on: executor)
    let exchange = HTTPClientExchange(with: clients, body, for: transfer, on: executor, watch)
    // The exchange retains the clients, so that releasing the back end does not end the transfer.
    let task = running.start(on: executor) { [executors] in
      await exchange.run(from: request)
      watch.end()
      if let executor { executors.giveBack(executor) }
    }
    watch.onExpiry { task.cancel() }
    return { task.cancel() }
  }
}

extension TransferBody {
  /// Whether to read the body of a request may block the thread.
  fileprivate func mayBlock(in request: URLRequest) -> Bool {
    switch self {
    case .data: false
    case .file: true
    case .ofRequest: request.httpBodyStream != nil
    }
  }
}

extension TransferSession {
  /// Creates a session over AsyncHTTPClient.
  ///
  /// - Parameter backend: The back end, which the session and its running transfers retain. Several
  ///   sessions can share one.
  public convenience init(over backend: HTTPClientBackend) {
    self.init(over: backend as any TransferBackend)
  }
}

/// The error of a transfer whose back end has been shut down.
public struct BackendHasShutDown: Error, Hashable, Sendable, CustomStringConvertible {
  /// What happened, and what to do.
  public var description: String {
    "The transfer did not complete: its back end has been shut down. Wait for transfers before you "
      + "shut it down, or create another back end."
  }
}

/// The error of a transfer whose client followed a redirect, without the rules of the transfer.
public struct ClientFollowsRedirects: Error, Hashable, Sendable, CustomStringConvertible {
  /// What happened, and what to do.
  public var description: String {
    "The transfer failed because its HTTPClient follows redirects itself, and may take credentials "
      + "along: create the client with HTTPClientBackend.configuration(), or set its "
      + "redirectConfiguration to disallow."
  }
}
#endif
