internal import AppLinks
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A request for `URLSession`, to one address if that is possible.
struct PinnedRequest {
  let urlRequest: URLRequest

  /// The requests to try, one after the other.
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

  /// Whether an error says that this address cannot be reached, and nothing about the others of the
  /// host.
  func isUnreachable(_ error: URLError) -> Bool {
    error.code == .cannotConnectToHost || error.refusesVersion6(urlRequest.url)
  }

  /// The addresses in the order in which to try them.
  ///
  /// On Linux a session cannot load from addresses of version 6, so that these come last.
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

  /// The URL with its scheme in small letters; on Linux a session knows no other spelling.
  private static func lowercased(_ parts: URLParts) -> URL? {
    guard let scheme = parts.scheme, scheme != parts.normalizedScheme else { return nil }
    return URL(string: parts.normalizedScheme + parts.text.dropFirst(scheme.count))
  }

  /// The URL with an address in the place of the host.
  private static func pinned(_ parts: URLParts, to place: String) -> URL? {
    let query = parts.query.map { "?" + $0 } ?? ""
    return URL(string: "http://\(place)\(parts.path)\(query)")
  }
}

extension URLError {
  /// Whether this is how a session refuses a URL whose host is an address of version 6.
  ///
  /// On Linux it takes no such URL, and calls it a bad one.
  ///
  /// - Parameter url: What was asked for; counts if the error does not say it.
  /// - Returns: Whether it is.
  func refusesVersion6(_ url: URL?) -> Bool {
    guard code == .badURL, let url = failingURL ?? url else { return false }
    return URLParts(url).host?.hasPrefix("[") == true
  }
}
