public import AppLinks

/// What a page of yours says about the apps that can show its content, to be written as tags.
///
/// ```swift
/// let socks = AppLinkDescription(targets: [
///   .apple(.init(rawURL: "shop://socks/7", appStoreID: "12345", appName: "Shop")),
///   .android(.init(rawURL: "shop://socks/7", packageName: "com.example.shop", appName: "Shop")),
/// ])
/// print(try socks.html())
/// // <meta property="al:ios:url" content="shop://socks/7">
/// // …
/// ```
///
/// What is written is what readers get: a page with ``html(indentation:isXML:isASCII:)`` in its
/// head, read again, gives the same description. So mistakes are refused, with a sentence about
/// each. ``findings`` has them too, and also what is allowed but unwise.
public struct AppLinkDescription: Sendable, Hashable {
  /// The apps, in the order in which readers try those for one device.
  ///
  /// Readers take targets for one device, such as an iPad, before those for all devices of a
  /// family, whatever the order here.
  public var targets: [AppLinkTarget]

  /// Where to go if no app opens.
  public var web: WebFallback

  /// Makes a description.
  ///
  /// - Parameters:
  ///   - targets: The apps, the preferred one first.
  ///   - web: Where to go if no app opens; by default the page itself.
  public init(targets: [AppLinkTarget], web: WebFallback = .page) {
    self.targets = targets
    self.web = web
  }
}

extension AppLinkDescription {
  /// Where to go if no app opens.
  public enum WebFallback: Sendable, Hashable {
    /// To the page that has the tags; this needs no tag.
    case page

    /// To another page, written as `al:web:url`.
    case url(String)

    /// Nowhere, written as `al:web:should_fallback`.
    case forbidden
  }
}
