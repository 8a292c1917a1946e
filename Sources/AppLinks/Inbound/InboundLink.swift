public import Foundation
public import JSONValues

/// The content of a URL that opened an app or a web page.
///
/// ```swift
/// let link = InboundLink(url)
/// if link.isTarget(on: ["shop.example"]) {
///   show(link.targetURL)  // of the App Link, or the URL itself
/// }
/// if let coupon = link.extras?["coupon"]?.stringValue { apply(coupon) }
/// if let referrer = link.referrer { banner.show(referrer) }
/// ```
///
/// You can read any text: the initializers do not fail and do not trap. ``diagnostics`` describes
/// irregularities, and damage that known senders cause is repaired. Do not trust the content,
/// because any app and any page can create such a URL. If a URL exceeds a limit, 1 MiB by default,
/// neither its query nor its data is read.
///
/// The semantics are those of `BFURL` in Bolts. <doc:ComingFromBoltsAppLinks> lists the
/// differences.
public struct InboundLink: Sendable, Hashable {
  /// The URL as received.
  public let input: URLParts

  /// The default maximum length of a URL: 1 MiB.
  ///
  /// An ``OutboundData`` creates URLs of at most 32 KiB by default.
  public static let defaultMaximumLength = 1 << 20

  /// The query items of the received URL, in order, and at most the first 4,096.
  ///
  /// The array is empty if the URL is longer than the limit.
  public let queryItems: [URLParts.QueryItem]

  /// Whether the URL is an App Link, and if not, whether its version is the reason.
  public let status: Status

  /// The version of the protocol, or `nil` if the URL is not an App Link.
  ///
  /// The value is `1.0` if the link has no version.
  public let version: String?

  /// The decoded JSON value of `al_applink_data`, or `nil` if there is none or it is not JSON.
  public let rawData: JSONValue?

  /// The URL of the content that the link leads to.
  ///
  /// For an App Link, this is its `target_url`, usually the URL of a web page. If the `target_url`
  /// is missing or not a URL, or if the URL is not an App Link, this is the received URL.
  public let target: URLParts

  /// The `target_url` of an App Link exactly as written, or `nil` if it is not a string.
  public let rawTarget: String?

  /// The app to return to, if the link names one with a URL and a name.
  public let referrer: Referrer?

  /// The repairs and irregularities of the link.
  public let diagnostics: [AppLinkDiagnostic]

  /// The relation of a URL to the App Links protocol.
  public enum Status: String, Sendable, Hashable, Codable {
    /// The URL contains no readable App Link data.
    case plain

    /// The URL is an App Link of version 1.
    case appLink

    /// The URL is an App Link of an unsupported version. Its data is in ``InboundLink/rawData``;
    /// all other properties ignore it.
    case unsupportedVersion
  }

  /// Reads a URL.
  ///
  /// - Parameters:
  ///   - text: The URL as received.
  ///   - maximumLength: The maximum length of the URL in bytes. A longer URL is not an App Link.
  /// - Complexity: O(*n*) in the length of the URL.
  public init(_ text: String, maximumLength: Int = defaultMaximumLength) {
    self.init(URLParts(text), maximumLength: maximumLength)
  }

  /// Reads a URL.
  ///
  /// - Parameters:
  ///   - url: The URL as received.
  ///   - maximumLength: The maximum length of the URL in bytes. A longer URL is not an App Link.
  public init(_ url: URL, maximumLength: Int = defaultMaximumLength) {
    self.init(URLParts(url), maximumLength: maximumLength)
  }

  /// Reads a URL.
  ///
  /// - Parameters:
  ///   - parts: The URL as received.
  ///   - maximumLength: The maximum length of the URL in bytes.
  package init(_ parts: URLParts, maximumLength: Int = defaultMaximumLength) {
    let found = InboundData(in: parts, maximumLength: maximumLength)
    let content = InboundContent(found, input: parts)
    input = parts
    queryItems = parts.text.utf8.count <= maximumLength ? parts.queryItems : []
    status = content.status
    version = content.version
    rawData = found.value
    target = content.target
    rawTarget = content.rawTarget
    referrer = content.referrer
    diagnostics = found.diagnostics + content.diagnostics
  }
}
