public import Foundation
public import Transfers

/// A type that loads pages for an ``HTTPResolver``, with one request per call.
///
/// The default is `TransferSession.isolated()` of `Transfers`, which on Linux is for servers that
/// you trust. For others, pass a session over the back end of the product `TransfersHTTPClient`, or
/// write your own transport, which can use another HTTP client or a table of pages.
public protocol PageTransport: Sendable {
  /// Loads a page.
  ///
  /// The transport does not follow redirects: the response that redirects is the result. It passes
  /// the response to the receiver first, and then the decompressed body in chunks. When the
  /// receiver needs no more, the transport should end the transfer and return.
  ///
  /// - Parameters:
  ///   - request: The page to load, and the addresses to use.
  ///   - receiver: The receiver of the response and the body.
  /// - Throws: The reason why the page could not be loaded, as a `URLError` if there is a code for
  ///   it, or `CancellationError` if the task is cancelled.
  func load(_ request: PageRequest, into receiver: PageReceiver) async throws
}

/// The request for a page.
public struct PageRequest: Sendable, Hashable {
  /// The URL of the page.
  public var url: URL

  /// The header fields to send.
  public var headers: [String: String]

  /// The addresses to which the transport may connect.
  ///
  /// A `NetworkPolicy` has checked these addresses. If the array is empty, nothing was checked
  /// and any address is allowed. A transport that can connect to an address without looking up the
  /// name again should do so.
  public var addresses: [IPAddress]

  /// The time to wait for the next byte.
  public var idleTimeout: Duration

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - url: The URL of the page.
  ///   - headers: The header fields to send.
  ///   - addresses: The addresses to which the transport may connect. An empty array allows any
  ///     address.
  ///   - idleTimeout: The time to wait for the next byte.
  public init(
    url: URL,
    headers: [String: String] = [:],
    addresses: [IPAddress] = [],
    idleTimeout: Duration = .seconds(10)
  ) {
    self.url = url
    self.headers = headers
    self.addresses = addresses
    self.idleTimeout = idleTimeout
  }
}
