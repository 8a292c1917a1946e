public import AppLinks
public import Foundation

extension AppLinkMetadata {
  /// Returns the page to open if no app opens, or `nil` if the page disallows the fallback to the
  /// web.
  ///
  /// The first `should_fallback` of the first web group decides: `no`, `false` and `0`, in any
  /// case, disallow the fallback. Otherwise the result is the first `al:web:url` of that group, or
  /// the destination if there is none.
  ///
  /// The method ignores a value that a browser cannot load as a page, and ``diagnostics`` reports
  /// it: text that is not a URL, a URL with a scheme other than `http` and `https`, such as
  /// `javascript:`, and a URL without a host. The result is then the destination.
  ///
  /// - Parameters:
  ///   - destination: The URL that was resolved.
  ///   - finalURL: The URL of the page after redirects. A relative `al:web:url` is resolved against
  ///     it, or against the destination if it is `nil`.
  /// - Returns: An absolute URL, if the destination or the final URL is absolute.
  public func webURL(for destination: URL, finalURL: URL? = nil) -> URL? {
    if forbidsWebFallback { return nil }
    guard let text = tree["web"].first?["url"].first?.value else { return destination }
    let isRelative = URLParts(text).scheme == nil
    let url =
      isRelative
      ? URLText.parse(text, relativeTo: finalURL ?? destination) : URLText.parse(text)
    guard let url, URLParts(url).isWebPage else { return destination }
    return url
  }

  /// Whether the page disallows the fallback to the web.
  package var forbidsWebFallback: Bool {
    tree["web"].first?["should_fallback"].first?.value.map(Self.forbidsWebFallback) ?? false
  }

  /// Returns whether a value of `al:web:should_fallback` disallows the fallback to the web.
  package static func forbidsWebFallback(_ word: String) -> Bool {
    ["no", "false", "0"].contains(word.lowercased())
  }

  /// Returns the link for a kind of device.
  ///
  /// - Parameters:
  ///   - idiom: The kind of device.
  ///   - source: The URL that was resolved.
  ///   - finalURL: The URL of the page after redirects, if there were any.
  /// - Returns: The link, possibly without targets.
  public func appLink(for idiom: DeviceIdiom, source: URL, finalURL: URL? = nil) -> AppLink {
    AppLink(
      sourceURL: source,
      targets: targets(for: idiom),
      webURL: webURL(for: source, finalURL: finalURL)
    )
  }
}
