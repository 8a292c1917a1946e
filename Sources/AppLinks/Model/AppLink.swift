public import Foundation

/// The apps that can show the content of a web page on one kind of device.
///
/// A link is a value: two links are equal if they navigate in the same way. The resolver keeps the
/// origin and the diagnostics of a link separately.
///
/// ```swift
/// let link = AppLink(
///   sourceURL: URL(string: "https://shop.example/socks")!,
///   targets: [.apple(.init(rawURL: "shop://socks", appName: "Shop"))],
///   webURL: URL(string: "https://shop.example/socks")
/// )
/// ```
public struct AppLink: Sendable, Hashable, Codable {
  /// The URL that was resolved, even if the server redirected it.
  public var sourceURL: URL

  /// The apps to try, in order of preference.
  ///
  /// A target can have no URL. It is included because it can name the app; navigation skips it.
  public var targets: [AppLinkTarget]

  /// The page to open if no app opens, or `nil` if the page disallows the fallback to the web.
  public var webURL: URL?

  /// Whether this link returns the user to the referring app.
  public var isBackToReferrer: Bool

  /// Creates a link.
  ///
  /// - Parameters:
  ///   - sourceURL: The URL that was resolved.
  ///   - targets: The apps to try, in order of preference.
  ///   - webURL: The page to open if no app opens, or `nil` for none.
  ///   - isBackToReferrer: Whether the link returns the user to the referring app.
  public init(
    sourceURL: URL,
    targets: [AppLinkTarget] = [],
    webURL: URL? = nil,
    isBackToReferrer: Bool = false
  ) {
    self.sourceURL = sourceURL
    self.targets = targets
    self.webURL = webURL
    self.isBackToReferrer = isBackToReferrer
  }

  private enum CodingKeys: String, CodingKey {
    case sourceURL = "source_url"
    case targets
    case webURL = "web_url"
    case isBackToReferrer = "is_back_to_referrer"
  }
}

extension AppLink {
  /// The name of the query parameter that carries App Link data.
  package static let dataParameter = "al_applink_data"
}

extension AppLink {
  /// Creates the link for a URL that belongs to an app instead of a page.
  ///
  /// No page is loaded for a URL such as `shop://socks/7`. The only target of the link is the URL
  /// itself, and the link does not fall back to the web. The ``SchemePolicy`` decides whether the
  /// URL is opened.
  ///
  /// - Parameter url: The URL of an app.
  public init(directTo url: URL) {
    self.init(
      sourceURL: url,
      targets: [.apple(AppLinkTarget.Apple(rawURL: url.absoluteString))],
      webURL: nil
    )
  }
}
