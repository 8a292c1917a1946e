public import Foundation
public import JSONValues

/// What an app, or a web page, is told by the URL it was opened with.
///
/// ```swift
/// let link = InboundLink(url)
/// show(link.targetURL)  // the content: of the App Link, or the URL itself
/// if let coupon = link.extras?["coupon"]?.stringValue { apply(coupon) }
/// if let referrer = link.referrer { banner.show(referrer) }
/// ```
///
/// Any text can be read: there is no error and no trap. What is odd about it is told in
/// ``diagnostics``, and damage that known senders do is repaired. Nothing here can be trusted,
/// since any app and any page can make such a URL.
///
/// Semantics are those of `BFURL` in Bolts, but see <doc:ComingFromBoltsAppLinks> for what is
/// different.
public struct InboundLink: Sendable, Hashable {
  /// The URL as it was received.
  public let input: URLParts

  /// The query of the received URL, in order, as it was received.
  public let queryItems: [URLParts.QueryItem]

  /// Whether the URL is an App Link, and if not, whether that is because of its version.
  public let status: Status

  /// The version of the protocol, `1.0` if the link does not say; `nil` if it is no App Link at
  /// all.
  public let version: String?

  /// What is in `al_applink_data`, whatever it is, decoded; `nil` if there is none or if it is no
  /// JSON.
  public let rawData: JSONValue?

  /// The content that the link is about.
  ///
  /// For an App Link its `target_url`, usually of a web page. The received URL, if that is missing
  /// or no URL, or if this is no App Link.
  public let target: URLParts

  /// The `target_url` of an App Link, exactly as it is spelt; `nil` if it is no string.
  public let rawTarget: String?

  /// The app to go back to, if the link names one with URL and name.
  public let referrer: Referrer?

  /// What was repaired, ignored or not understood.
  public let diagnostics: [AppLinkDiagnostic]

  /// Whether a URL is an App Link.
  public enum Status: String, Sendable, Hashable, Codable {
    /// There is no App Link data that could be read.
    case plain

    /// It is an App Link of version 1.
    case appLink

    /// It is an App Link of a version that this module does not know. Its data is in
    /// ``InboundLink/rawData``, and nothing else is taken from it.
    case unsupportedVersion
  }

  /// Reads a URL.
  ///
  /// - Parameter text: The URL as it was received.
  /// - Complexity: O(*n*) in the length of the URL.
  public init(_ text: String) { self.init(URLParts(text)) }

  /// Reads a URL.
  ///
  /// - Parameter url: The URL as it was received.
  public init(_ url: URL) { self.init(URLParts(url)) }

  /// Reads a URL.
  ///
  /// - Parameter parts: The URL as it was received.
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
