#if AsyncHTTPClient
internal import AppLinks
internal import AppLinksResolving
internal import AsyncHTTPClient
internal import Foundation
internal import NIOHTTP1
internal import TransfersHTTPClient

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// The URL of a page in the form in which a client requests it.
struct PageTarget {
  private let target: ClientTarget

  /// Creates a target.
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
    target = try ClientTarget("\(parts.normalizedScheme)://\(lowercased)\(path)\(query)")
  }

  /// Returns the host bound to an address.
  func pin(to address: IPAddress) -> HostPin {
    HostPin(host: target.host, address: address.description)
  }

  /// Returns the request for the page.
  func request(headers: [String: String]) -> HTTPClientRequest {
    var request = HTTPClientRequest(url: target.text)
    request.headers.add(name: "Accept-Encoding", value: "gzip, deflate")
    for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
    return request
  }
}
#endif
