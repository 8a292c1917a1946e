#if canImport(FoundationNetworking)
package import Foundation
package import FoundationNetworking
#else
package import Foundation
#endif

/// The rules by which a transfer follows redirects.
package struct RedirectRules: Sendable {
  /// The statuses that redirect to the URL in the header field `Location`.
  package static let statuses = [301, 302, 303, 307, 308]

  /// Whether to follow redirects at all.
  package let follows: Bool

  /// The names of further fields that contain credentials.
  private let otherSecretFields: Set<String>
  private let insecure: InsecureRedirects

  package init(_ options: TransferOptions) {
    follows = options.followsRedirects
    otherSecretFields = options.secretFields
    insecure = options.insecureRedirects
  }

  /// The names of the fields that are not sent to another origin.
  private var secretFields: [String] {
    ["Authorization", "Cookie", "Proxy-Authorization"] + otherSecretFields
  }

  /// Returns the request for the destination of a response; `nil` if it is not a redirect, has no
  /// destination, or must not be followed.
  ///
  /// - Throws: A ``TransferError`` for a redirect that would make the transfer insecure.
  package func next(
    after request: URLRequest,
    _ response: HTTPURLResponse
  ) throws(TransferError) -> URLRequest? {
    guard follows, let next = request.following(response) else { return nil }
    return try checked(next, after: request, response)
  }

  /// Returns the request for the destination of a redirect, without credentials if the destination
  /// has another origin.
  ///
  /// A session may keep all header fields, as it does on Linux.
  ///
  /// - Parameters:
  ///   - next: The request as a session would send it.
  ///   - request: The request that was redirected.
  ///   - response: The redirect.
  /// - Returns: The request to send.
  /// - Throws: A ``TransferError`` for a redirect that would make the transfer insecure.
  func checked(
    _ next: URLRequest,
    after request: URLRequest,
    _ response: HTTPURLResponse
  ) throws(TransferError) -> URLRequest {
    let url = response.url ?? request.url
    if RedirectRules.isDowngrade(from: url, to: next.url) {
      let isRefused =
        insecure == .never
        || insecure == .withoutCredentials && (hasCredentials(request) || hasCredentials(next))
      if isRefused {
        throw TransferError(.insecureRedirect, url: url, bytesReceived: 0, bytesExpected: nil)
      }
    }
    if RedirectRules.isSameOrigin(url, next.url) { return next }
    var next = next
    for name in secretFields { next.setValue(nil, forHTTPHeaderField: name) }
    return next
  }

  private func hasCredentials(_ request: URLRequest) -> Bool {
    secretFields.contains { request.value(forHTTPHeaderField: $0) != nil }
      || request.url?.user != nil || request.url?.password != nil
  }

  /// Returns whether a redirect leads from an encrypted connection to an unencrypted one.
  package static func isDowngrade(from url: URL?, to next: URL?) -> Bool {
    url?.scheme?.lowercased() == "https" && next?.scheme?.lowercased() == "http"
  }

  /// Returns whether two URLs have the same scheme, host and port, so that one may receive what is
  /// sent to the other.
  package static func isSameOrigin(_ url: URL?, _ other: URL?) -> Bool {
    guard let first = WebTarget(url), let second = WebTarget(other) else { return false }
    return first.scheme == second.scheme && first.host == second.host && first.port == second.port
  }
}
