public import Foundation

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
