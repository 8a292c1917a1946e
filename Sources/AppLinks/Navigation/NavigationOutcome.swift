public import Foundation

/// The outcome of navigating a link.
public enum NavigationOutcome: Sendable, Hashable {
  /// A URL was opened in an app.
  case app(target: AppLinkTarget, url: URL)

  /// A page was opened in a browser.
  case web(url: URL)

  /// The app's page in the App Store was opened.
  case store(target: AppLinkTarget, url: URL)

  /// Nothing was opened, for these reasons. This is not an error: often no app is installed.
  case failed(reasons: [NavigationReason])

  /// The kind of an outcome, with the raw values and codes of Bolts.
  public enum Kind: Int, Sendable, Hashable, CaseIterable {
    /// Nothing was opened. The code is `fail`, or `failed` on Android.
    case failed = 0

    /// A page was opened in a browser. The code is `web`.
    case web = 1

    /// An app was opened. The code is `app`.
    case app = 2

    /// The app's page in the App Store was opened. The code is `store`, which Bolts does not have.
    case store = 3

    /// The code that events use.
    public var code: String {
      switch self {
      case .failed: "fail"
      case .web: "web"
      case .app: "app"
      case .store: "store"
      }
    }

    /// Creates a kind from its code on any platform, including `failed` of Android.
    ///
    /// - Parameter code: The code. The initializer returns `nil` for an unknown code.
    public init?(code: String) {
      let name = code == "failed" ? "fail" : code
      guard let kind = Kind.allCases.first(where: { $0.code == name }) else { return nil }
      self = kind
    }
  }

  /// The kind of the outcome.
  public var kind: Kind {
    switch self {
    case .app: .app
    case .web: .web
    case .store: .store
    case .failed: .failed
    }
  }

  /// The URL that was opened, or `nil` if nothing was opened.
  public var openedURL: URL? {
    switch self {
    case .app(_, let url), .web(let url), .store(_, let url): url
    case .failed: nil
    }
  }

  /// Whether a URL was opened.
  public var isSuccess: Bool { kind != .failed }
}
