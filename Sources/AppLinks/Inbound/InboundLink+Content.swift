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

  /// Whether the target is an `http` or `https` URL, as the protocol requires.
  ///
  /// Check this property before you load or open the target, because a link can name any URL.
  public var isWebTarget: Bool { target.isWeb }

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
