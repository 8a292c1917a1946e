#if canImport(FoundationNetworking)
internal import Foundation
package import FoundationNetworking
#else
package import Foundation
#endif

extension URLRequest {
  /// Returns the request for the destination of a response; `nil` if the response is no redirect or
  /// has no destination.
  ///
  /// A `POST` is redirected to a `GET` by 301 and 302, and by 303 every method but `HEAD` is
  /// (RFC 9110, section 15.4).
  package func following(_ response: HTTPURLResponse) -> URLRequest? {
    guard [301, 302, 303, 307, 308].contains(response.statusCode),
      let location = response.value(forHTTPHeaderField: "Location"),
      let target = URL(string: location, relativeTo: url)?.absoluteURL
    else { return nil }
    var request = self
    request.url = target
    switch (response.statusCode, httpMethod ?? "GET") {
    case (301, "POST"), (302, "POST"): request.becomeGet()
    case (303, let method) where method != "HEAD": request.becomeGet()
    default: break
    }
    return request.redirected(by: response)
  }

  private mutating func becomeGet() {
    httpMethod = "GET"
    for name in ["Encoding", "Language", "Length", "Location", "Type"] {
      setValue(nil, forHTTPHeaderField: "Content-\(name)")
    }
  }

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
