public import Foundation

/// A step of navigating a link.
public struct NavigationStep: Sendable, Hashable {
  /// The action of a step.
  public enum Kind: String, Sendable, Hashable, Codable {
    /// Opens an app by a URL with a custom scheme.
    case app

    /// Opens an app, but not a browser, by an `http` or `https` URL.
    case universalLink = "universal-link"

    /// Shows the app's page in the App Store.
    case store

    /// Shows a page in a browser.
    case web
  }

  /// The action of the step.
  public let kind: Kind

  /// The URL to open, including App Link data where required.
  public let url: URL

  /// The app of the step, or `nil` for a web page.
  public let target: AppLinkTarget?

  /// The index of the app in the link, or `nil` for a web page.
  public let targetIndex: Int?

  /// Whether the user must confirm the step, according to the ``SchemePolicy``.
  public let needsConfirmation: Bool

  /// Creates a step.
  ///
  /// - Parameters:
  ///   - kind: The action of the step.
  ///   - url: The URL to open.
  ///   - target: The app of the step.
  ///   - targetIndex: The index of the app in the link.
  ///   - needsConfirmation: Whether the user must confirm the step.
  package init(
    kind: Kind,
    url: URL,
    target: AppLinkTarget? = nil,
    targetIndex: Int? = nil,
    needsConfirmation: Bool = false
  ) {
    self.kind = kind
    self.url = url
    self.target = target
    self.targetIndex = targetIndex
    self.needsConfirmation = needsConfirmation
  }
}

extension NavigationStep {
  /// Returns whether a negative answer of the system is reliable.
  ///
  /// An app can query only the schemes that it declares. For any other scheme the system answers
  /// no, even if an app is installed.
  package func isRefusalMeant(declaredSchemes: [String]) -> Bool {
    let parts = URLParts(url)
    return parts.isWeb
      || declaredSchemes.contains { $0.lowercased() == parts.normalizedScheme }
  }
}
