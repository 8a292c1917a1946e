internal import AppLinks
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A request for `URLSession`, bound to one address if possible.
struct PinnedRequest {
  let urlRequest: URLRequest

  /// Returns the requests to try, one after the other.
  static func candidates(for request: PageRequest) -> [PinnedRequest] {
    let parts = URLParts(request.url)
    guard parts.normalizedScheme == "http", let host = parts.host, !request.addresses.isEmpty else {
      return [PinnedRequest(request, url: lowercased(parts) ?? request.url, host: nil)]
    }
    let authority = (parts.authority ?? host).utf8.split(separator: UInt8(ascii: "@")).last
    let place = authority.map { String(Substring($0)) } ?? host
    let port = String(place.dropFirst(host.count))
    return inOrder(request.addresses).prefix(3).compactMap { address in
      pinned(parts, to: address.urlHost + port).map { PinnedRequest(request, url: $0, host: place) }
    }
  }

  /// Returns whether an error concerns only this address and not the others of the host.
  func isUnreachable(_ error: URLError) -> Bool {
    error.code == .cannotConnectToHost || error.refusesVersion6(urlRequest.url)
  }

  /// Returns the addresses in the order in which to try them.
  ///
  /// On Linux, a session cannot load from IPv6 addresses, so they come last.
  private static func inOrder(_ addresses: [IPAddress]) -> [IPAddress] {
    #if canImport(FoundationNetworking)
    addresses.filter { !$0.isVersion6 } + addresses.filter(\.isVersion6)
    #else
    addresses
    #endif
  }

  private init(_ request: PageRequest, url: URL, host: String?) {
    let (seconds, attoseconds) = request.idleTimeout.components
    var urlRequest = URLRequest(url: url)
    urlRequest.timeoutInterval = max(0.001, Double(seconds) + Double(attoseconds) / 1e18)
    urlRequest.httpShouldHandleCookies = false
    for (name, value) in request.headers { urlRequest.setValue(value, forHTTPHeaderField: name) }
    if let host { urlRequest.setValue(host, forHTTPHeaderField: "Host") }
    self.urlRequest = urlRequest
  }

  /// Returns the URL with its scheme in lowercase, because a session on Linux accepts no other
  /// form.
  private static func lowercased(_ parts: URLParts) -> URL? {
    guard let scheme = parts.scheme, scheme != parts.normalizedScheme else { return nil }
    return URL(string: parts.normalizedScheme + parts.text.dropFirst(scheme.count))
  }

  /// Returns the URL with an address in place of the host.
  private static func pinned(_ parts: URLParts, to place: String) -> URL? {
    let query = parts.query.map { "?" + $0 } ?? ""
    return URL(string: "http://\(place)\(parts.path)\(query)")
  }
}

extension URLError {
  /// Returns whether this is the error of a session that rejects an IPv6 address as the host.
  ///
  /// On Linux, a session reports such a URL as a bad URL.
  ///
  /// - Parameter url: The requested URL, for an error that does not contain it.
  /// - Returns: Whether the error rejects an IPv6 address.
  func refusesVersion6(_ url: URL?) -> Bool {
    guard code == .badURL, let url = failingURL ?? url else { return false }
    return URLParts(url).host?.hasPrefix("[") == true
  }
}
