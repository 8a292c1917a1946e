public import Foundation

/// How navigating a link ended.
public enum NavigationOutcome: Sendable, Hashable {
  /// An app was opened by a URL.
  case app(target: AppLinkTarget, url: URL)

  /// A page was opened in a browser.
  case web(url: URL)

  /// The page of an app in the App Store was opened.
  case store(target: AppLinkTarget, url: URL)

  /// Nothing was opened, for these reasons. That is no error: often there is just no app.
  case failed(reasons: [NavigationReason])

  /// The kind of an outcome, with the numbers and codes of Bolts.
  public enum Kind: Int, Sendable, Hashable, CaseIterable {
    /// Nothing was opened: `fail`, and `failed` on Android.
    case failed = 0

    /// A page was opened in a browser: `web`.
    case web = 1

    /// An app was opened: `app`.
    case app = 2

    /// The page of an app in the App Store was opened: `store`. Bolts does not know it.
    case store = 3

    /// The code, as events have it.
    public var code: String {
      switch self {
      case .failed: "fail"
      case .web: "web"
      case .app: "app"
      case .store: "store"
      }
    }

    /// The kind of a code, also as Android spells it.
    ///
    /// - Parameter code: A code; `nil` results from an unknown one.
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

  /// What was opened.
  public var openedURL: URL? {
    switch self {
    case .app(_, let url), .web(let url), .store(_, let url): url
    case .failed: nil
    }
  }

  /// Whether anything was opened.
  public var isSuccess: Bool { kind != .failed }
}
