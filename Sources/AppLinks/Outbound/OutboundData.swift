public import Foundation
public import JSONValues

/// The data to send when an app or a page is opened: the value of `al_applink_data`.
///
/// ```swift
/// let data = OutboundData(source: page, extras: ["coupon": "SOCKS10"])
/// let url = try data.url(for: "shop://socks/7")
/// // shop://socks/7?al_applink_data=%7B%22extras%22%3A%7B%22coupon%22…
/// ```
///
/// The same data always results in the same URL.
public struct OutboundData: Sendable, Hashable {
  /// The default `user_agent` of the data.
  public static let defaultUserAgent = "Tenon App Links"

  /// The members of the JSON object to send.
  public let members: [String: JSONValue]

  /// Creates data for the URL of the content.
  ///
  /// - `target_url` is the source, regardless of `data`.
  /// - `version` and `user_agent` have the values of `data`, if present.
  /// - `extras` is always present. It contains the `extras` of `data` and those of the parameter,
  ///   which take precedence.
  /// - All other members of `data` are sent unchanged.
  ///
  /// - Parameters:
  ///   - source: The URL of the content, usually of the page whose link is opened.
  ///   - data: Additional data to send, including keys outside of the protocol.
  ///   - extras: The values to pass to the other app.
  ///   - referrer: The app to return to. It takes precedence over the `referer_app_link` of `data`.
  ///   - userAgent: The software that creates the link.
  public init(
    source: URL,
    data: [String: JSONValue] = [:],
    extras: [String: JSONValue] = [:],
    referrer: Referrer? = nil,
    userAgent: String = defaultUserAgent
  ) {
    self.init(
      source: source.absoluteString,
      data: data,
      extras: extras,
      referrer: referrer,
      userAgent: userAgent
    )
  }

  /// Creates data for the text of a URL, which is sent exactly as written.
  ///
  /// - Parameters:
  ///   - source: The URL of the content.
  ///   - data: Additional data to send, including keys outside of the protocol.
  ///   - extras: The values to pass to the other app.
  ///   - referrer: The app to return to. It takes precedence over the `referer_app_link` of `data`.
  ///   - userAgent: The software that creates the link.
  public init(
    source: String,
    data: [String: JSONValue] = [:],
    extras: [String: JSONValue] = [:],
    referrer: Referrer? = nil,
    userAgent: String = defaultUserAgent
  ) {
    var members = data
    members["target_url"] = .string(source)
    members["version"] = data["version"] ?? "1.0"
    members["user_agent"] = data["user_agent"] ?? .string(userAgent)
    let kept = data["extras"]?.objectValue ?? [:]
    members["extras"] = .object(kept.merging(extras) { $1 })
    if let referrer { members["referer_app_link"] = .object(referrer.data) }
    self.members = members
  }

  /// Returns the data as JSON with sorted names.
  ///
  /// - Returns: The JSON text, not escaped for a URL.
  /// - Throws: ``OutboundLinkError`` if a number is not finite or the data is nested too deeply.
  public func json() throws(OutboundLinkError) -> String {
    do throws(JSONEncodingError) {
      return try JSONValue.object(members).encoded()
    } catch {
      throw OutboundLinkError(
        code: .dataNotEncodable,
        message: "The App Link data cannot be encoded as JSON: \(error)."
      )
    }
  }
}
