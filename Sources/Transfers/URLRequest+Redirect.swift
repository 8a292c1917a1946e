internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension URLRequest {
  /// Returns the request for the destination of a redirect, without credentials if that is another
  /// origin.
  ///
  /// A session may keep all header fields, as it does on Linux.
  func redirected(by response: HTTPURLResponse) -> URLRequest {
    guard URLRequest.origin(of: response.url) != URLRequest.origin(of: url) else { return self }
    var request = self
    for name in ["Authorization", "Cookie", "Proxy-Authorization"] {
      request.setValue(nil, forHTTPHeaderField: name)
    }
    return request
  }

  private static func origin(of url: URL?) -> String? {
    guard let url, let scheme = url.scheme?.lowercased() else { return nil }
    let port = url.port ?? (scheme == "https" ? 443 : 80)
    return "\(scheme)://\(url.host?.lowercased() ?? ""):\(port)"
  }
}
