/// A type that opens URLs, usually with the system.
///
/// Use `UIKitOpener` and `AppKitOpener` on Apple platforms and ``SimulatedOpener`` in tests. Write
/// your own conforming type to show pages inside your app or to open apps in another way.
public protocol URLOpening: Sendable {
  /// Opens a URL if possible.
  ///
  /// A ``NavigationStep/Kind/universalLink`` must open an app and not a browser.
  ///
  /// - Parameter step: The URL to open, and how to open it.
  /// - Returns: Whether the URL was opened.
  func open(_ step: NavigationStep) async -> Bool

  /// Returns whether opening a URL would succeed, without opening it.
  ///
  /// - Parameter step: The step that would be opened.
  /// - Returns: The answer, which can be `unknown`.
  func canOpen(_ step: NavigationStep) async -> Openability
}

/// Whether a URL can be opened.
public enum Openability: String, Sendable, Hashable, Codable {
  /// The URL can be opened.
  case yes

  /// The URL cannot be opened.
  case no

  /// The answer is unknown before trying, for example because the app may not query the scheme.
  case unknown
}
