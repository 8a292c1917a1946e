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
/// A session over this back end transfers as one over `URLSession` does: with the same errors,
/// limits, progress and redirects. No response ends the process, and no transfer delays another.
///
/// Each transfer receives its events on a queue of its own, where nonisolated progress closures
/// run. A slow closure, or a slow disk, delays its transfer, and the server: the back end reads no
/// more until the closure has returned. If that takes longer than the `timeoutInterval` of the
/// request, the transfer fails with `URLError.timedOut`.
///
/// The back end uses HTTP/1.1, keeps connections open for further transfers, and decompresses
/// `gzip` and `deflate`. It stores no cookies, caches nothing, does not send the user name or
/// password of a URL, and loads `http` and `https` URLs only. It does not repeat requests: pass
/// `RetryPolicy.transfers()` to `retry` for that.
///
/// The back end ends with ``shutdown()``, or in the background when it, its sessions and their
/// transfers are released.
public final class HTTPClientBackend: Sendable {
  private let clients: ClientPool

  /// Creates a back end.
  ///
  /// - Parameter configuration: The configuration of the clients, for example with trust roots, a
  ///   proxy, or the limit for connections to a host. The back end itself sets redirects, timeouts,
  ///   DNS overrides, the version of HTTP and the retrying of connections. If decompression is
  ///   disabled, as it is by default, the back end enables it without a limit of its own;
  ///   `TransferOptions.maximumBody` limits the decompressed body.
  public init(configuration: HTTPClient.Configuration = HTTPClient.Configuration()) {
    clients = ClientPool(configuration: configuration, maximumDecompressed: nil)
  }

  /// Shuts the back end down.
  ///
  /// Running and further transfers fail with ``BackendHasShutDown``. The method returns when all
  /// connections are closed. A second call waits for the same end.
  public func shutdown() async { await clients.shutdown() }
}

extension HTTPClientBackend: TransferBackend {
  package func start(
    _ request: URLRequest,
    _ body: TransferBody,
    for transfer: any TransferEvents
  ) -> @Sendable () -> Void {
    let queue = DispatchQueue(label: "a transfer with AsyncHTTPClient")
    let executor = ContextTaskExecutor(.queue(queue))
    let exchange = HTTPClientExchange(with: clients, body, for: transfer, on: executor)
    // The exchange retains the clients, so that releasing the back end does not end the transfer.
    let task = Task(executorPreference: executor) { await exchange.run(from: request) }
    return { task.cancel() }
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
#endif
