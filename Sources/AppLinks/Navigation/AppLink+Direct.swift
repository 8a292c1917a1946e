public import Foundation

extension AppLink {
  /// Makes the link for a URL that is of an app and not of a page.
  ///
  /// There is nothing to load for `shop://socks/7`: its only target is the URL itself, and it does not fall back
  /// to the web. Whether it may be opened is for the ``SchemePolicy`` to decide.
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
