#if canImport(FoundationNetworking)
internal import Foundation
internal import FoundationNetworking
#else
internal import Foundation
#endif

extension URLRequest {
  /// Returns the request for the destination of a response; `nil` if the response is not a redirect
  /// or has no destination.
  ///
  /// A status of 301 or 302 redirects a `POST` to a `GET`, and 303 redirects every method but
  /// `HEAD` to a `GET` (RFC 9110, section 15.4).
  func following(_ response: HTTPURLResponse) -> URLRequest? {
    guard RedirectRules.statuses.contains(response.statusCode),
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
    return request
  }

  private mutating func becomeGet() {
    httpMethod = "GET"
    for name in ["Encoding", "Language", "Length", "Location", "Type"] {
      setValue(nil, forHTTPHeaderField: "Content-\(name)")
    }
  }
}
