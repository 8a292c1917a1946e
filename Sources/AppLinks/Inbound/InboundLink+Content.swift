public import Foundation
public import JSONValues

extension InboundLink {
  /// Whether this is an App Link that was understood.
  public var isAppLink: Bool { status == .appLink }

  /// The whole object in `al_applink_data`, with keys that this module does not know.
  ///
  /// `nil` if this is no App Link of a known version.
  public var data: [String: JSONValue]? { isAppLink ? rawData?.objectValue : nil }

  /// What the sending app wants to tell, in a form that both agree on.
  ///
  /// `nil` if this is no App Link, or if its `extras` are no object.
  public var extras: [String: JSONValue]? { data?["extras"]?.objectValue }

  /// The received URL; `nil` if Foundation takes it for none.
  public var inputURL: URL? { URLText.repaired(input.text) }

  /// The content that the link is about; `nil` if Foundation takes it for no URL.
  public var targetURL: URL? { URLText.repaired(target.text) }

  /// Whether the target is an `http` or `https` URL, as the protocol wants it.
  ///
  /// Look at this before the target is loaded or opened: a link can name anything.
  public var isWebTarget: Bool { target.isWeb }

  /// What made the link, such as `Bolts iOS 1.9.0`.
  public var userAgent: String? { data?["user_agent"]?.stringValue }

  /// The advertising campaigns that the link belongs to; from one string, or from a list.
  public var campaignIDs: [String] {
    switch data?["campaign_ids"] {
    case .string(let text)?: text.isEmpty ? [] : [text]
    case .array(let values)?: values.compactMap(\.textOrInteger)
    case let value?: [value.textOrInteger].compactMap(\.self)
    case nil: []
    }
  }

  /// Whether the link says that it was made by a machine from an ordinary web address.
  public var isAutoAppLink: Bool {
    switch data?["is_auto_applink"] {
    case .bool(let value)?: value
    case .integer(let value)?: value == 1
    case .string(let text)?: text == "1" || text.lowercased() == "true"
    default: false
    }
  }

  /// The codes of what was repaired, in order.
  public var recoveries: [AppLinkDiagnostic.Code] {
    diagnostics.map(\.code).filter(AppLinkDiagnostic.Code.recoveries.contains)
  }
}

extension JSONValue {
  /// A string, or the digits of an integer.
  fileprivate var textOrInteger: String? {
    switch self {
    case .string(let text): text
    case .integer(let value): "\(value)"
    case .bigInteger(let value): value.digits
    default: nil
    }
  }
}
