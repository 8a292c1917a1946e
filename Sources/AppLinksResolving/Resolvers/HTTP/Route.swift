internal import AppLinks
internal import Foundation

/// The way from a URL to its page.
struct Route {
  /// Where it is now.
  private(set) var url: URL

  /// Where it was before.
  private(set) var passed: [URL] = []

  private let policy: RedirectPolicy

  init(from url: URL, policy: RedirectPolicy) {
    self.url = url
    self.policy = policy
  }

  /// Goes where a response redirects to.
  ///
  /// - Parameter location: The value of the header `Location`.
  /// - Returns: Whether there is a page to go to; if not, the response is the end.
  /// - Throws: If the policy forbids it, or if it would lead in a circle.
  mutating func follow(_ location: String) throws(AppLinkResolveError) -> Bool {
    guard let next = target(of: location) else { return false }
    let shown = AppLinkResolveError.shown(next)
    if passed.count >= policy.maximumCount {
      throw AppLinkResolveError(
        .tooManyRedirects,
        url: url,
        message: "more than \(policy.maximumCount) redirects; the next one leads to \(shown)"
      )
    }
    if (passed + [url]).contains(where: { Self.isSame($0, next) }) {
      throw AppLinkResolveError(
        .redirectLoop,
        url: url,
        message: "it redirects to \(shown), where the way has been before, so it has no end"
      )
    }
    if !policy.allowsDowngrade, isEncrypted(url), !isEncrypted(next) {
      throw AppLinkResolveError(
        .downgradeRefused,
        url: url,
        message:
          "it redirects to \(shown), which is not encrypted; allow downgrades if that does not "
          + "matter"
      )
    }
    passed.append(url)
    url = next
    return true
  }

  /// The page that a `Location` names; with the fragment of the page before if it has none.
  func target(of location: String) -> URL? {
    let text = location.trimmingHTMLSpace
    guard !text.isEmpty, let next = URLText.repaired(text, relativeTo: url) else { return nil }
    let parts = URLParts(next)
    guard parts.isWeb, parts.host?.isEmpty == false else { return nil }
    guard parts.fragment == nil, let fragment = URLParts(url).fragment else { return next }
    return URL(string: "\(parts.text)#\(fragment)") ?? next
  }

  private func isEncrypted(_ url: URL) -> Bool { URLParts(url).normalizedScheme == "https" }

  /// Whether two URLs ask for the same.
  private static func isSame(_ url: URL, _ other: URL) -> Bool { PageKey(url) == PageKey(other) }
}
