internal import Foundation
internal import Transfers

extension HTTPResolver {
  /// Returns the header fields to send to a URL.
  ///
  /// Only fields that the resolver itself adds are sent to other origins, because a custom field
  /// can be a credential.
  func headers(for url: URL, source: URL) -> [String: String] {
    var headers = [
      "Prefer-Html-Meta-Tags": "al",
      "Accept": "text/html,application/xhtml+xml",
    ]
    headers["User-Agent"] = options.userAgent
    guard RedirectRules.isSameOrigin(url, source) else { return headers }
    for (name, value) in options.headers {
      let standing = headers.keys.first { $0.lowercased() == name.lowercased() }
      headers[standing ?? name] = value
    }
    return headers
  }
}
