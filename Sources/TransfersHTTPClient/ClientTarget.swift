#if AsyncHTTPClient
package import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A URL that a client can request.
package struct ClientTarget: Sendable {
  /// The URL.
  package let text: String

  /// The host, without the brackets of an IPv6 address.
  package let host: String

  /// Creates a target.
  ///
  /// The client traps on an empty host and on invalid ports, so both are rejected here.
  ///
  /// - Throws: `URLError` with the code `badURL` or `unsupportedURL`.
  package init(_ text: String) throws(URLError) {
    // The client parses the scheme, the host and the port in this way, unlike `WebTarget`. What it
    // refuses or traps on can be detected only by parsing the same way.
    guard let url = URL(string: text), let scheme = url.scheme else { throw URLError(.badURL) }
    guard ["http", "https"].contains(scheme.lowercased()) else { throw URLError(.unsupportedURL) }
    guard let host = url.host.map(Self.withoutBrackets), !host.isEmpty,
      host.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }),
      (1...65_535).contains(url.port ?? 80)
    else { throw URLError(.badURL) }
    self.text = text
    self.host = host
  }

  private static func withoutBrackets(_ host: String) -> String {
    String(host.drop { $0 == "[" }.prefix { $0 != "]" })
  }
}
#endif
