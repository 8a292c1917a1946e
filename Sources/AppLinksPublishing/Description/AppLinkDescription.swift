public import AppLinks

/// A description of the apps that can show a page's content, which you can write as tags.
///
/// ```swift
/// let socks = AppLinkDescription(targets: [
///   .apple(.init(rawURL: "shop://socks/7", appStoreID: "12345")),
///   .android(.init(rawURL: "shop://socks/7", packageName: "com.example")),
/// ])
/// print(try socks.html())
/// // <meta property="al:ios:url" content="shop://socks/7">
/// // …
/// ```
///
/// Readers receive exactly what you describe: reading a page with
/// ``html(indentation:isXML:isASCII:)`` in its head results in the same description. Mistakes are
/// therefore errors, with a message for each. ``findings`` also contains warnings and notes.
public struct AppLinkDescription: Sendable, Hashable {
  /// The apps, in the order in which readers try those for one device.
  ///
  /// Regardless of the order, readers prefer targets for one device, such as an iPad, to targets
  /// for all devices of a family.
  public var targets: [AppLinkTarget]

  /// The page to open if no app opens.
  public var web: WebFallback

  /// The texts in values that another program replaces, such as `{{id}}` or `<%= id %>`.
  ///
  /// With them, a description is a template of many pages. A placeholder is written without
  /// escapes, and counts as a valid value for ``findings``: the program has to escape what it
  /// writes in its place, for a URL and for HTML.
  public var placeholders: Set<String>

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - targets: The apps, in order of preference.
  ///   - web: The page to open if no app opens. The default is the page with the tags.
  ///   - placeholders: The texts in values that another program replaces.
  public init(
    targets: [AppLinkTarget],
    web: WebFallback = .page,
    placeholders: Set<String> = []
  ) {
    self.targets = targets
    self.web = web
    self.placeholders = placeholders
  }
}

extension AppLinkDescription {
  /// The page to open if no app opens.
  public enum WebFallback: Sendable, Hashable {
    /// The page with the tags. No tag is necessary.
    case page

    /// Another page, written as `al:web:url`.
    case url(String)

    /// No page, written as `al:web:should_fallback`.
    case forbidden
  }
}
