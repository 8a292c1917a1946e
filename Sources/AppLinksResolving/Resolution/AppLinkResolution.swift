public import AppLinks
public import Foundation

/// What a resolver found out about a URL, for all kinds of devices.
///
/// ```swift
/// let resolution = try await HTTPResolver().resolve(url)
/// let link = resolution.appLink(for: .android)
/// for diagnostic in resolution.diagnostics { print(diagnostic.message) }
/// ```
public struct AppLinkResolution: Sendable, Hashable, Codable {
  /// The URL that was asked for.
  public var sourceURL: URL

  /// What the page says; without tags if it says nothing, or if there is no page.
  public var metadata: AppLinkMetadata

  /// The URL of the page after redirects; `nil` if no page was loaded.
  public var finalURL: URL?

  /// The URLs on the way from the source to the page, the source first; empty without redirects.
  public var redirects: [URL]

  /// The HTTP status of the page, such as 200; `nil` if no page was loaded.
  public var status: Int?

  /// What was odd on the way to the page; what was odd in it is in the metadata.
  public var transferDiagnostics: [AppLinkDiagnostic]

  /// Makes a resolution.
  ///
  /// - Parameters:
  ///   - sourceURL: The URL that was asked for.
  ///   - metadata: What the page says.
  ///   - finalURL: The URL of the page after redirects.
  ///   - redirects: The URLs on the way to the page, the source first.
  ///   - status: The HTTP status of the page.
  ///   - transferDiagnostics: What was odd on the way to the page.
  public init(
    sourceURL: URL,
    metadata: AppLinkMetadata = AppLinkMetadata(tags: []),
    finalURL: URL? = nil,
    redirects: [URL] = [],
    status: Int? = nil,
    transferDiagnostics: [AppLinkDiagnostic] = []
  ) {
    self.sourceURL = sourceURL
    self.metadata = metadata
    self.finalURL = finalURL
    self.redirects = redirects
    self.status = status
    self.transferDiagnostics = transferDiagnostics
  }

  /// Everything that was odd, on the way to the page first.
  public var diagnostics: [AppLinkDiagnostic] { transferDiagnostics + metadata.diagnostics }

  /// Whether the URL is one of an app, such as `shop://socks/7`, for which there is no page to
  /// load.
  public var isDirect: Bool { !URLParts(sourceURL).isWeb }

  /// The link for one kind of device.
  ///
  /// The URL of an app leads to that app on all of them, and does not fall back to the web.
  ///
  /// - Parameter idiom: The kind of device.
  /// - Returns: The link, possibly without targets.
  /// - Complexity: O(*n*) in the number of tags.
  public func appLink(for idiom: DeviceIdiom) -> AppLink {
    if isDirect { return AppLink(directTo: sourceURL) }
    return metadata.appLink(for: idiom, source: sourceURL, finalURL: finalURL)
  }
}

extension AppLinkResolution {
  /// Makes the resolution of a URL that is of an app and not of a page.
  ///
  /// - Parameters:
  ///   - url: The URL of an app.
  ///   - policy: Which schemes may be opened. Those that need a confirmation may be resolved; it is
  ///     the navigation that asks.
  /// - Throws: An ``AppLinkResolveError`` if the policy refuses the URL, or if it is one of the web
  ///   without a host.
  init(directTo url: URL, policy: SchemePolicy) throws(AppLinkResolveError) {
    if URLParts(url).isWeb {
      throw AppLinkResolveError(.hostRefused, url: url, message: "the URL has no host")
    }
    guard policy.verdict(for: URLParts(url), as: .app) != .refused else {
      throw AppLinkResolveError(
        .schemeRefused,
        url: url,
        message:
          "links with this scheme are not resolved; pass a page of the web or the URL of an app"
      )
    }
    self.init(sourceURL: url)
  }
}
