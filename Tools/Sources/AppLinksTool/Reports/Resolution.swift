import AppLinks
import AppLinksResolving
import Foundation

/// The result of resolving a page for one kind of device.
struct Resolution {
  var page: Page
  let idiom: DeviceIdiom

  /// The apps to try, in order of preference.
  let targets: [AppLinkTarget]

  /// The page to open if no app opens.
  let fallback: Fallback

  /// The page to open if no app opens.
  enum Fallback: Equatable {
    /// The URL of a page.
    case url(String)

    /// No page.
    case forbidden

    /// The page itself, whose URL was not specified.
    case unknownPage
  }

  init(of page: Page, for idiom: DeviceIdiom) {
    self.page = page
    self.idiom = idiom
    if let metadata = page.metadata {
      targets = metadata.targets(for: idiom)
      fallback = Fallback(metadata, of: page)
    } else {
      targets = page.source.map { [AppLinkTarget(directTo: $0.text, idiom)] } ?? []
      fallback = .forbidden
    }
  }

  /// The URL of the fallback, or `nil` if there is none or it is unknown.
  var web: String? {
    guard case .url(let url) = fallback else { return nil }
    return url
  }

  /// Whether the fallback is the page itself and its URL was not specified.
  var isFallbackUnknown: Bool { fallback == .unknownPage }

  /// The irregularities of the page.
  var diagnostics: [AppLinkDiagnostic] {
    page.transferDiagnostics + (page.metadata?.diagnostics ?? [])
      + (isFallbackUnknown ? [Fallback.missingSource] : [])
  }

  /// The link to navigate.
  ///
  /// A page with an unknown URL has a placeholder URL that leads nowhere.
  var link: AppLink? {
    let unknown = URLArgument(text: "https://unknown.invalid/")
    guard let source = (page.source ?? unknown).url else { return nil }
    let webURL = isFallbackUnknown ? nil : web.flatMap { URLArgument(text: $0).url }
    return AppLink(sourceURL: source, targets: targets, webURL: webURL)
  }

  /// The platforms that the page has tags for.
  var platforms: [String] {
    (page.metadata?.tree.children.keys.filter { $0 != "web" } ?? []).sorted()
  }
}

extension Resolution.Fallback {
  /// The scheme of the placeholder for an unknown URL.
  private static let unknownScheme = "x-unknown-page"

  fileprivate static let missingSource = AppLinkDiagnostic(
    code: "missing-source",
    message: "The web fallback is the page itself, whose URL is unknown. Specify it with "
      + "'--source'."
  )

  fileprivate init(_ metadata: AppLinkMetadata, of page: Page) {
    let source = page.source?.url ?? URL(string: "\(Self.unknownScheme):")
    guard let source, let url = metadata.webURL(for: source, finalURL: page.finalURL) else {
      self = .forbidden
      return
    }
    if url.scheme == Self.unknownScheme {
      self = .unknownPage
    } else {
      self = .url(url == source ? page.source?.text ?? url.absoluteString : url.absoluteString)
    }
  }
}

extension AppLinkTarget {
  /// Creates the target that the URL of an app represents.
  fileprivate init(directTo url: String, _ idiom: DeviceIdiom) {
    switch idiom {
    case .phone, .pad, .other: self = .apple(.init(rawURL: url))
    case .android: self = .android(.init(rawURL: url, packageName: nil))
    case .windowsPhone: self = .windows(.init(platform: .windowsPhone, rawURL: url))
    case .windows: self = .windows(.init(platform: .windows, rawURL: url))
    case .windowsUniversal: self = .windows(.init(platform: .windowsUniversal, rawURL: url))
    }
  }
}
