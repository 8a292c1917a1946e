public import Foundation
public import JSONValues

/// What is sent along when an app or a page is opened: the value of `al_applink_data`.
///
/// ```swift
/// let data = OutboundData(source: page, extras: ["coupon": "SOCKS10"])
/// let url = try data.url(for: "shop://socks/7")
/// // shop://socks/7?al_applink_data=%7B%22extras%22%3A%7B%22coupon%22…
/// ```
///
/// The same data always gives the same URL.
public struct OutboundData: Sendable, Hashable {
  /// What the module calls itself where the sender's `user_agent` is left out.
  public static let defaultUserAgent = "Tenon App Links"

  /// The members of the JSON object that is sent.
  public let members: [String: JSONValue]

  /// Puts the data together.
  ///
  /// - `target_url` is the source, whatever `data` says.
  /// - `version` and `user_agent` are taken from `data` if it has them.
  /// - `extras` is always there. It has the members of `data`'s `extras` and those of the
  ///   parameter, which count where both have a name.
  /// - Everything else in `data` is sent as it is.
  ///
  /// - Parameters:
  ///   - source: The URL of the content, usually of the page whose link was followed.
  ///   - data: What else to send, as the protocol knows it or not.
  ///   - extras: What to tell the other app.
  ///   - referrer: How to come back. It counts before the `referer_app_link` of `data`.
  ///   - userAgent: What made the link.
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

  /// Puts the data together, for a source that is kept exactly as it is spelt.
  ///
  /// - Parameters:
  ///   - source: The URL of the content.
  ///   - data: What else to send, as the protocol knows it or not.
  ///   - extras: What to tell the other app.
  ///   - referrer: How to come back. It counts before the `referer_app_link` of `data`.
  ///   - userAgent: What made the link.
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

  /// The data as JSON, with sorted names.
  ///
  /// - Returns: The text, not escaped for a URL.
  /// - Throws: ``OutboundLinkError`` for a number that is not finite, or data nested too deeply.
  public func json() throws(OutboundLinkError) -> String {
    do throws(JSONEncodingError) {
      return try JSONValue.object(members).encoded()
    } catch {
      throw OutboundLinkError(
        code: .dataNotEncodable,
        message: "The data of the App Link cannot be written as JSON: \(error)."
      )
    }
  }
}
