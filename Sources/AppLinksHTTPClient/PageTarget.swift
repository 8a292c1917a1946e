#if AsyncHTTPClient
internal import AppLinks
internal import AppLinksResolving
internal import AsyncHTTPClient
internal import Foundation
internal import NIOHTTP1

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The URL of a page in the form in which a client requests it.
struct PageTarget {
  private let text: String
  private let host: String

  /// Creates a target.
  ///
  /// The client traps on an empty host and on ports that do not exist, so both are rejected here.
  ///
  /// - Throws: `URLError` with the code `badURL` or `unsupportedURL`.
  init(_ url: URL) throws {
    let parts = URLParts(url)
    guard parts.isWeb else { throw URLError(.unsupportedURL) }
    guard let authority = parts.authority else { throw URLError(.badURL) }
    let place = authority.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    let lowercased = place.last.map { String(Substring($0)).lowercased() } ?? ""
    let path = parts.path.isEmpty ? "/" : parts.path
    let query = parts.query.map { "?" + $0 } ?? ""
    text = "\(parts.normalizedScheme)://\(lowercased)\(path)\(query)"
    // The client finds the host and the port in this way.
    guard let url = URL(string: text), let host = url.host.map(Self.withoutBrackets),
      !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }),
      (1...65_535).contains(url.port ?? 80)
    else { throw URLError(.badURL) }
    self.host = host
  }

  /// Returns the host bound to an address.
  func pin(to address: IPAddress) -> PagePin { PagePin(host: host, address: address.description) }

  /// Returns the request for the page.
  func request(headers: [String: String]) -> HTTPClientRequest {
    var request = HTTPClientRequest(url: text)
    request.headers.add(name: "Accept-Encoding", value: "gzip, deflate")
    for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
    return request
  }

  private static func withoutBrackets(_ host: String) -> String {
    String(host.drop { $0 == "[" }.prefix { $0 != "]" })
  }
}

/// A host that is bound to one address.
struct PagePin: Hashable {
  let host: String
  let address: String

  /// The entries of the client's table of addresses.
  ///
  /// The client writes a host that is an IPv6 address in brackets.
  var overrides: [String: String] { [host: address, "[\(host)]": address] }
}
#endif
