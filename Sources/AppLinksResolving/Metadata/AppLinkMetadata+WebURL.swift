public import AppLinks
public import Foundation

extension AppLinkMetadata {
  /// Where to go if no app opens, or `nil` if the page forbids to fall back to the web.
  ///
  /// The first `should_fallback` of the first web group decides: `no`, `false` and `0`, in any
  /// case, forbid it. Otherwise it is the first `al:web:url` of that group, or the destination if
  /// there is none.
  ///
  /// What no browser loads as a page does not count, and ``diagnostics`` says so: text that is no
  /// URL, a URL with another scheme than `http` and `https`, such as `javascript:`, and one without
  /// a host. The destination takes its place.
  ///
  /// - Parameters:
  ///   - destination: The URL that was asked for.
  ///   - finalURL: The URL of the page after redirects; a relative `al:web:url` is resolved against
  ///     it. Without one it is resolved against the destination.
  /// - Returns: An absolute URL if the destination or the final URL is one.
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

  /// Whether the page forbids to fall back to the web.
  package var forbidsWebFallback: Bool {
    tree["web"].first?["should_fallback"].first?.value.map(Self.forbidsWebFallback) ?? false
  }

  /// Whether a value of `al:web:should_fallback` forbids the web.
  package static func forbidsWebFallback(_ word: String) -> Bool {
    ["no", "false", "0"].contains(word.lowercased())
  }

  /// The link for a kind of device.
  ///
  /// - Parameters:
  ///   - idiom: The kind of device.
  ///   - source: The URL that was asked for.
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
