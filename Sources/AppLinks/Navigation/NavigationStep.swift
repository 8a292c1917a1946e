public import Foundation

/// One thing to try when a link is navigated.
public struct NavigationStep: Sendable, Hashable {
  /// What a step tries.
  public enum Kind: String, Sendable, Hashable, Codable {
    /// To open an app by a URL with a scheme of its own.
    case app

    /// To open an app, and nothing but an app, by a URL of the web.
    case universalLink = "universal-link"

    /// To show the page of an app in the App Store.
    case store

    /// To show a page in a browser.
    case web
  }

  /// What the step tries.
  public let kind: Kind

  /// What to open, with App Link data where it belongs.
  public let url: URL

  /// The app that the step is about; `nil` for a page on the web.
  public let target: AppLinkTarget?

  /// The index of that app in the link; `nil` for a page on the web.
  public let targetIndex: Int?

  /// Whether the user has to be asked before, as the ``SchemePolicy`` says.
  public let needsConfirmation: Bool

  /// Makes a step.
  ///
  /// - Parameters:
  ///   - kind: What the step tries.
  ///   - url: What to open.
  ///   - target: The app that the step is about.
  ///   - targetIndex: The index of that app in the link.
  ///   - needsConfirmation: Whether the user has to be asked before.
  public init(
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
  /// Whether a system that refuses to open the URL means it.
  ///
  /// An app may ask for the schemes that it declares; for others the answer is always no, installed
  /// or not.
  package func isRefusalMeant(declaredSchemes: [String]) -> Bool {
    let parts = URLParts(url)
    return parts.isWeb
      || declaredSchemes.contains { $0.lowercased() == parts.normalizedScheme }
  }
}
