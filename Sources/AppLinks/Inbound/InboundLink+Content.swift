public import Foundation
public import JSONValues

extension InboundLink {
  /// Whether the URL is an App Link of a supported version.
  public var isAppLink: Bool { status == .appLink }

  /// The whole object in `al_applink_data`, including keys that this module does not know.
  ///
  /// The value is `nil` if the URL is not an App Link of a supported version.
  public var data: [String: JSONValue]? { isAppLink ? rawData?.objectValue : nil }

  /// The values that the sending app passes along, in a format that both apps agree on.
  ///
  /// The value is `nil` if the URL is not an App Link or its `extras` are not an object.
  public var extras: [String: JSONValue]? { data?["extras"]?.objectValue }

  /// The received URL, or `nil` if Foundation does not accept it.
  public var inputURL: URL? { URLText.repaired(input.text) }

  /// The URL of the content, or `nil` if Foundation does not accept it.
  public var targetURL: URL? { URLText.repaired(target.text) }

  /// Returns whether the target is a web page on one of your hosts.
  ///
  /// ```swift
  /// if link.isTarget(on: ["shop.example", "www.shop.example"]) {
  ///   show(link.targetURL)
  /// }
  /// ```
  ///
  /// Check this before you load, open or show the target, because anyone can send a link to any
  /// URL. The scheme of the target must be `http` or `https`. Its host must be one of yours: a
  /// subdomain is another host. Case and the dot at the end of a full name make no difference. A
  /// target with a user or a password is on no host.
  ///
  /// - Parameter hosts: Your hosts, such as `shop.example`, in the form that URLs contain:
  ///   `xn--mller-kva.example` for `müller.example`. A port that is not that of the scheme is part
  ///   of the host: `localhost:8080`.
  /// - Returns: Whether the target is a web page on one of the hosts.
  public func isTarget(on hosts: some Sequence<String>) -> Bool { target.isWebPage(on: hosts) }

  /// The software that created the link, such as `Bolts iOS 1.9.0`.
  public var userAgent: String? { data?["user_agent"]?.stringValue }

  /// The advertising campaigns of the link, from one string or from a list.
  public var campaignIDs: [String] {
    switch data?["campaign_ids"] {
    case .string(let text)?: text.isEmpty ? [] : [text]
    case .array(let values)?: values.compactMap(\.textOrInteger)
    case let value?: [value.textOrInteger].compactMap(\.self)
    case nil: []
    }
  }

  /// Whether the link was generated automatically from an ordinary web address.
  public var isAutoAppLink: Bool {
    switch data?["is_auto_applink"] {
    case .bool(let value)?: value
    case .integer(let value)?: value == 1
    case .string(let text)?: text == "1" || text.lowercased() == "true"
    default: false
    }
  }

  /// The codes of all repairs, in order.
  public var recoveries: [AppLinkDiagnostic.Code] {
    diagnostics.map(\.code).filter(AppLinkDiagnostic.Code.recoveries.contains)
  }
}

extension JSONValue {
  /// The string, or the digits of an integer.
  fileprivate var textOrInteger: String? {
    switch self {
    case .string(let text): text
    case .integer(let value): "\(value)"
    default: nil
    }
  }
}
