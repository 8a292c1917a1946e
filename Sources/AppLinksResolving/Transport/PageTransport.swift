public import Foundation

/// Loads pages, one request at a time, for an ``HTTPResolver``.
///
/// The one to use is ``URLSessionTransport``. Write another one to load pages with another client,
/// through a proxy of your own, or from a table in tests.
public protocol PageTransport: Sendable {
  /// Loads a page.
  ///
  /// Redirects are not followed: the response that redirects is the answer. The response goes to
  /// the receiver first, then the body in pieces, decompressed. Once the receiver wants no more,
  /// the transfer should be broken off, and the method should return.
  ///
  /// - Parameters:
  ///   - request: What to ask for, and from whom.
  ///   - receiver: Takes the response and the body.
  /// - Throws: Why the page could not be loaded, as `URLError` where there is a code for it, or
  ///   `CancellationError` if the task was cancelled.
  func load(_ request: PageRequest, into receiver: PageReceiver) async throws
}

/// What a ``PageTransport`` asks for.
public struct PageRequest: Sendable, Hashable {
  /// The page.
  public var url: URL

  /// The header fields to send.
  public var headers: [String: String]

  /// The addresses to which the connection may be made.
  ///
  /// A ``NetworkPolicy`` has checked them. If there are none, nothing was checked and every address
  /// will do. A transport that can connect to one of these without looking the name up again should
  /// do that.
  public var addresses: [IPAddress]

  /// How long to wait for the next byte.
  public var idleTimeout: Duration

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - url: The page.
  ///   - headers: The header fields to send.
  ///   - addresses: The addresses to which the connection may be made; none for every address.
  ///   - idleTimeout: How long to wait for the next byte.
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
