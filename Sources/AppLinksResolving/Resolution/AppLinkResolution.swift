public import AppLinks
public import Foundation

/// The result of resolving a URL, for all kinds of devices.
///
/// ```swift
/// let resolution = try await HTTPResolver().resolve(url)
/// let link = resolution.appLink(for: .android)
/// for diagnostic in resolution.diagnostics { print(diagnostic.message) }
/// ```
public struct AppLinkResolution: Sendable, Hashable, Codable {
  /// The URL that was resolved.
  public var sourceURL: URL

  /// The content of the page's tags.
  ///
  /// It has no tags if the page has none or if there is no page.
  public var metadata: AppLinkMetadata

  /// The URL of the page after redirects, or `nil` if no page was loaded.
  public var finalURL: URL?

  /// The URLs from the source to the page, beginning with the source.
  ///
  /// The array is empty without redirects.
  public var redirects: [URL]

  /// The HTTP status of the page, such as 200, or `nil` if no page was loaded.
  public var status: Int?

  /// The irregularities of the transfer.
  ///
  /// The metadata has those of the page.
  public var transferDiagnostics: [AppLinkDiagnostic]

  /// Creates a resolution.
  ///
  /// - Parameters:
  ///   - sourceURL: The URL that was resolved.
  ///   - metadata: The content of the page's tags.
  ///   - finalURL: The URL of the page after redirects.
  ///   - redirects: The URLs to the page, beginning with the source.
  ///   - status: The HTTP status of the page.
  ///   - transferDiagnostics: The irregularities of the transfer.
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

  /// All irregularities, beginning with those of the transfer.
  public var diagnostics: [AppLinkDiagnostic] { transferDiagnostics + metadata.diagnostics }

  /// Whether the URL belongs to an app, such as `shop://socks/7`, so that there is no page to load.
  package var isDirect: Bool { !URLParts(sourceURL).isWeb }

  /// Returns the link for one kind of device.
  ///
  /// The URL of an app opens that app on all devices and does not fall back to the web.
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
  /// Creates the resolution of a URL that belongs to an app instead of a page.
  ///
  /// - Parameters:
  ///   - url: The URL of an app.
  ///   - policy: The policy for schemes. A URL that needs a confirmation can be resolved; the
  ///     navigation asks for the confirmation.
  /// - Throws: An ``AppLinkResolveError`` if the policy refuses the URL, or if it is an `http` or
  ///   `https` URL without a host.
  init(directTo url: URL, policy: SchemePolicy) throws(AppLinkResolveError) {
    if URLParts(url).isWeb {
      throw AppLinkResolveError(
        .hostRefused,
        url: url,
        message: "the URL has no host; begin with https:// and the host"
      )
    }
    guard policy.verdict(for: URLParts(url), as: .app) != .refused else {
      throw AppLinkResolveError(
        .schemeRefused,
        url: url,
        message:
          "URLs with this scheme are not resolved; pass an http or https URL or the URL of an app"
      )
    }
    self.init(sourceURL: url)
  }
}
