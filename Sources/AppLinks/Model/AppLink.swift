public import Foundation

/// What a web page says about the apps that can show its content, for one kind of device.
///
/// A link is a value: two links are equal if they would be navigated in the same way. Where it came
/// from and what was odd about it is kept beside it, by whoever resolved it.
///
/// ```swift
/// let link = AppLink(
///   sourceURL: URL(string: "https://shop.example/socks")!,
///   targets: [.apple(.init(rawURL: "shop://socks", appName: "Shop"))],
///   webURL: URL(string: "https://shop.example/socks")
/// )
/// ```
public struct AppLink: Sendable, Hashable, Codable {
  /// The URL that was asked for, also if the server redirected elsewhere.
  public var sourceURL: URL

  /// The apps to try, the preferred one first.
  ///
  /// A target may lack a URL. It is listed nevertheless, because it may name the app; navigation
  /// skips it.
  public var targets: [AppLinkTarget]

  /// Where to go if no app opens, or `nil` if the page forbids to fall back to the web.
  public var webURL: URL?

  /// Whether this link leads back to the app from which the user came.
  public var isBackToReferrer: Bool

  /// Makes a link.
  ///
  /// - Parameters:
  ///   - sourceURL: The URL that was asked for.
  ///   - targets: The apps to try, the preferred one first.
  ///   - webURL: Where to go if no app opens, or `nil` for nowhere.
  ///   - isBackToReferrer: Whether the link leads back to the app from which the user came.
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
  /// The name of the query parameter that carries the data of a link to an app.
  package static let dataParameter = "al_applink_data"
}

extension AppLink {
  /// Makes the link for a URL that is of an app and not of a page.
  ///
  /// There is nothing to load for `shop://socks/7`: its only target is the URL itself, and it does
  /// not fall back to the web. Whether it may be opened is for the ``SchemePolicy`` to decide.
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
