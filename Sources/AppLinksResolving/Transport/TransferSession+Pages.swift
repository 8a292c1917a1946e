internal import Futures
public import Transfers

#if canImport(FoundationNetworking)
internal import Foundation
internal import FoundationNetworking
#else
internal import Foundation
#endif

/// A transfer session loads pages, over `URLSession` or over AsyncHTTPClient.
///
/// ```swift
/// let session = TransferSession(over: HTTPClientBackend())
/// var options = HTTPResolver.Options()
/// options.network = .server
/// let resolver = HTTPResolver(options: options, transport: session)
/// ```
///
/// If the request restricts the addresses, the session connects to one of these, with the name of
/// the host in the `Host` field; see `NetworkPolicy` of `Transfers`.
extension TransferSession: PageTransport {
  /// Loads a page.
  ///
  /// - Parameters:
  ///   - request: The page to load, and the addresses to use.
  ///   - receiver: The receiver of the response and the body.
  /// - Throws: `URLError`, `TransferError`, or `CancellationError`. Cancelling the task closes the
  ///   connection.
  public func load(_ request: PageRequest, into receiver: PageReceiver) async throws {
    var network = NetworkPolicy.device
    network.pins = request.addresses
    let options = TransferOptions(
      failsOnErrorStatus: false,
      followsRedirects: false,
      network: network
    )
    try await withCancellationToken { token in
      _ = try await transfer(
        options: options,
        cancellation: token,
        progress: nil,
        #fileID,
        #line
      ) {
        Parts(sink: PageSink(receiver), request: URLRequest(page: request))
      }
      .value
    }
  }
}

extension URLRequest {
  fileprivate init(page: PageRequest) {
    let (seconds, attoseconds) = page.idleTimeout.components
    self.init(url: page.url)
    timeoutInterval = max(0.001, Double(seconds) + Double(attoseconds) / 1e18)
    httpShouldHandleCookies = false
    setValue("gzip, deflate", forHTTPHeaderField: "Accept-Encoding")
    for (name, value) in page.headers { setValue(value, forHTTPHeaderField: name) }
  }
}
