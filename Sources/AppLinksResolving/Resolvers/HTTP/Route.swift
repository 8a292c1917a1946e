internal import AppLinks
internal import Foundation
internal import Transfers

/// The route from a URL to its page.
struct Route {
  /// The current URL.
  private(set) var url: URL

  /// The earlier URLs.
  private(set) var passed: [URL] = []

  private let policy: RedirectPolicy

  init(from url: URL, policy: RedirectPolicy) {
    self.url = url
    self.policy = policy
  }

  /// Follows the redirect of a response.
  ///
  /// - Parameter location: The value of the `Location` header.
  /// - Returns: Whether the redirect leads to a page. If not, the response itself is the page.
  /// - Throws: An error if the policy does not allow the redirect or if it would form a loop.
  mutating func follow(_ location: String) throws(AppLinkResolveError) -> Bool {
    guard let next = target(of: location) else { return false }
    let shown = AppLinkResolveError.shown(next)
    if passed.count >= policy.maximumCount {
      throw AppLinkResolveError(
        .tooManyRedirects,
        url: url,
        message: "the redirects exceed the limit of \(policy.maximumCount); the next one leads to "
          + "\(shown)"
      )
    }
    if (passed + [url]).contains(where: { Self.isSame($0, next) }) {
      throw AppLinkResolveError(
        .redirectLoop,
        url: url,
        message: "it redirects to \(shown), where it has been before; remove the loop"
      )
    }
    if !policy.allowsDowngrade, RedirectRules.isDowngrade(from: url, to: next) {
      throw AppLinkResolveError(
        .downgradeRefused,
        url: url,
        message:
          "it redirects to \(shown), which is not encrypted; allow downgrades if this is "
          + "acceptable"
      )
    }
    passed.append(url)
    url = next
    return true
  }

  /// Returns the page that a `Location` names.
  ///
  /// It inherits the fragment of the current page if it has none.
  func target(of location: String) -> URL? {
    let text = location.trimmingHTMLSpace
    guard !text.isEmpty, let next = URLText.repaired(text, relativeTo: url) else { return nil }
    let parts = URLParts(next)
    guard parts.isWeb, parts.host?.isEmpty == false else { return nil }
    guard parts.fragment == nil, let fragment = URLParts(url).fragment else { return next }
    return URL(string: "\(parts.text)#\(fragment)") ?? next
  }

  /// Returns whether two URLs request the same page.
  private static func isSame(_ url: URL, _ other: URL) -> Bool { PageKey(url) == PageKey(other) }
}
