import AppLinks
import AppLinksResolving
import Foundation

/// What a page means for one kind of device.
struct Resolution {
  let page: Page
  let idiom: DeviceIdiom

  /// The apps to try, the preferred one first.
  let targets: [AppLinkTarget]

  /// Where to go if no app opens.
  let fallback: Fallback

  /// Where to go if no app opens.
  enum Fallback: Equatable {
    /// To this URL.
    case url(String)

    /// Nowhere.
    case forbidden

    /// To the page itself, but nobody said what its URL is.
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

  /// The URL to fall back to; `nil` if there is none, or if nobody knows.
  var web: String? {
    guard case .url(let url) = fallback else { return nil }
    return url
  }

  /// Whether the fallback is the page itself, and nobody said what its URL is.
  var isFallbackUnknown: Bool { fallback == .unknownPage }

  /// What was odd.
  var diagnostics: [AppLinkDiagnostic] {
    page.transferDiagnostics + (page.metadata?.diagnostics ?? [])
      + (isFallbackUnknown ? [Fallback.missingSource] : [])
  }

  /// The link to navigate.
  ///
  /// A page of which nobody knows the URL goes by a name that leads nowhere.
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
  /// Stands for the URL of a page that is not known.
  private static let unknownScheme = "x-unknown-page"

  fileprivate static let missingSource = AppLinkDiagnostic(
    code: .init(rawValue: "missing-source"),
    message: "The web fallback is the page itself, whose URL is not known. Give it with '--source'."
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
  /// The target that a URL of an app is by itself.
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
