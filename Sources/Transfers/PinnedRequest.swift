internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A request for a session under a network policy, bound to a checked address if possible.
///
/// A session connects to an address only if the URL contains it, which works for `http`, with the
/// name in the header field `Host`. For `https` the request is only checked.
struct PinnedRequest: Sendable {
  /// The request to send.
  let request: URLRequest

  /// The request with the name.
  private let original: URLRequest

  /// The address in the URL of the request.
  private let address: IPAddress?

  /// Creates a request that is bound to no address.
  ///
  /// A session on Linux accepts schemes in lowercase only.
  init(_ request: URLRequest) {
    var plain = request
    if let text = request.url?.absoluteString, let scheme = WebTarget(request.url)?.scheme,
      !text.hasPrefix(scheme)
    {
      plain.url = URL(string: scheme + text.dropFirst(scheme.count))
    }
    self.init(plain, of: request, at: nil)
  }

  private init(_ request: URLRequest, of original: URLRequest, at address: IPAddress?) {
    self.request = request
    self.original = original
    self.address = address
  }

  /// Checks a request, and binds it to an address.
  ///
  /// - Throws: The errors of the policy, or `URLError` if no address accepts a connection.
  init(_ request: URLRequest, under policy: NetworkPolicy) async throws {
    let addresses = try await Self.usable(policy.check(request.url))
    guard let target = WebTarget(request.url), target.scheme == "http",
      let address = try await ReachableAddresses.shared.first(
        of: addresses,
        port: target.port ?? 80,
        within: IdleLimit.seconds(of: request)
      )
    else {
      self.init(request)
      return
    }
    let port = target.place.dropFirst(target.host.count)
    guard let url = URL(string: "http://\(address.urlHost)\(port)\(target.resource)") else {
      throw URLError(.badURL)
    }
    var pinned = request
    pinned.url = url
    pinned.setValue(target.place, forHTTPHeaderField: "Host")
    self.init(pinned, of: request, at: address)
  }

  /// Returns the addresses from which a session can load.
  ///
  /// On Linux, a session cannot load from IPv6 addresses. If there are no others, its error says
  /// so.
  private static func usable(_ addresses: [IPAddress]) -> [IPAddress] {
    #if canImport(FoundationNetworking)
    let usable = addresses.filter { !$0.isVersion6 }
    return usable.isEmpty ? Array(addresses.prefix(1)) : usable
    #else
    return addresses
    #endif
  }

  /// Records the error of the request.
  func didFail(_ error: (any Error)?) { ReachableAddresses.shared.didFail(address, error) }

  /// Returns the response with the name in its URL.
  func restored(_ response: URLResponse) -> URLResponse {
    guard address != nil, let http = response as? HTTPURLResponse, let url = original.url else {
      return response
    }
    let restored = HTTPURLResponse(
      url: url,
      statusCode: http.statusCode,
      httpVersion: nil,
      headerFields: http.fields
    )
    return restored ?? response
  }

  /// Returns the request for a redirect, as if the name had been in the URL.
  func restored(_ next: URLRequest) -> URLRequest {
    guard let address else { return next }
    var next = next
    next.setValue(original.value(forHTTPHeaderField: "Host"), forHTTPHeaderField: "Host")
    if let target = WebTarget(next.url), let first = WebTarget(original.url),
      target.scheme == first.scheme, target.host == address.urlHost, target.port == first.port
    {
      let fragment = next.url?.fragment(percentEncoded: true).map { "#\($0)" } ?? ""
      next.url = URL(string: "\(first.scheme)://\(first.place)\(target.resource)\(fragment)")
    }
    return next
  }
}

/// The events of a pinned request, with the name in the URLs of its responses.
struct PinnedEvents: TransferEvents {
  let pinned: PinnedRequest
  let base: any TransferEvents

  var redirects: RedirectRules { base.redirects }

  var network: NetworkPolicy { base.network }

  var isOver: Bool { base.isOver }

  var mayBlock: Bool { base.mayBlock }

  func didReceive(_ response: URLResponse, hidesEnd: Bool) -> Bool {
    base.didReceive(pinned.restored(response), hidesEnd: hidesEnd)
  }

  func didReceive(_ data: Data) -> Bool { base.didReceive(data) }

  func didSend(_ count: Int64, of total: Int64) { base.didSend(count, of: total) }

  func didComplete(_ response: URLResponse?, _ error: (any Error)?) {
    pinned.didFail(error)
    base.didComplete(response.map { pinned.restored($0) }, error)
  }
}
