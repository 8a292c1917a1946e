public import Foundation
public import JSONValues

/// The content of a URL that opened an app or a web page.
///
/// ```swift
/// let link = InboundLink(url)
/// show(link.targetURL)  // the content: of the App Link, or the URL itself
/// if let coupon = link.extras?["coupon"]?.stringValue { apply(coupon) }
/// if let referrer = link.referrer { banner.show(referrer) }
/// ```
///
/// You can read any text: the initializers do not fail and do not trap. ``diagnostics`` describes
/// irregularities, and damage that known senders cause is repaired. Do not trust the content,
/// because any app and any page can create such a URL.
///
/// The semantics are those of `BFURL` in Bolts. <doc:ComingFromBoltsAppLinks> lists the
/// differences.
public struct InboundLink: Sendable, Hashable {
  /// The URL as received.
  public let input: URLParts

  /// The query items of the received URL, in order.
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
  /// - Parameter text: The URL as received.
  /// - Complexity: O(*n*) in the length of the URL.
  public init(_ text: String) { self.init(URLParts(text)) }

  /// Reads a URL.
  ///
  /// - Parameter url: The URL as received.
  public init(_ url: URL) { self.init(URLParts(url)) }

  /// Reads a URL.
  ///
  /// - Parameter parts: The URL as received.
  package init(_ parts: URLParts) {
    let found = InboundData(in: parts)
    let content = InboundContent(found, input: parts)
    input = parts
    queryItems = parts.queryItems
    status = content.status
    version = content.version
    rawData = found.value
    target = content.target
    rawTarget = content.rawTarget
    referrer = content.referrer
    diagnostics = found.diagnostics + content.diagnostics
  }
}
