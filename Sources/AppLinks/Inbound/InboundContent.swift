import JSONValues

/// The meaning of App Link data.
struct InboundContent {
  private(set) var status = InboundLink.Status.plain
  private(set) var version: String?
  private(set) var target: URLParts
  private(set) var rawTarget: String?
  private(set) var referrer: Referrer?
  private(set) var diagnostics: [AppLinkDiagnostic] = []

  init(_ found: InboundData, input: URLParts) {
    target = input
    guard let value = found.value else { return }
    guard case .object(let data) = value else {
      note(
        .dataNotObject,
        "'\(AppLink.dataParameter)' is JSON, but not an object. Send a JSON object."
      )
      return
    }
    version = InboundContent.version(in: data)
    guard InboundContent.isSupported(data["version"]) else {
      status = .unsupportedVersion
      note(
        .unsupportedVersion,
        "The link has version '\(shown(version ?? "null"))' of the protocol. Only version 1 is "
          + "supported."
      )
      return
    }
    status = .appLink
    readTarget(data["target_url"])
    readReferrer(data["referer_app_link"])
    if let extras = data["extras"], extras.objectValue == nil, !extras.isNull {
      note(
        .extrasNotObject,
        "'extras' is not an object. Send an object; the value is available in the data."
      )
    }
  }

  private mutating func note(_ code: AppLinkDiagnostic.Code, _ message: String) {
    diagnostics.append(AppLinkDiagnostic(code: code, message: message))
  }

  private static func version(in data: [String: JSONValue]) -> String {
    switch data["version"] {
    case nil: "1.0"
    case .string(let text)?: text
    case let other?: "\(other)"
    }
  }

  /// Returns whether a version is 1, with or without a minor version, as text or as a number.
  private static func isSupported(_ version: JSONValue?) -> Bool {
    switch version {
    case nil: true
    case .integer(let value)?: value == 1
    case .double(let value)?: value >= 1 && value < 2
    case .string(let text)?:
      text == "1"
        || text.hasPrefix("1.") && text.utf8.count > 2
          && text.utf8.dropFirst(2).allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
    default: false
    }
  }

  private mutating func readTarget(_ value: JSONValue?) {
    guard case .string(let text)? = value else {
      note(
        .missingTargetURL,
        "'target_url' is not a string, so the target is the received URL. Send a string."
      )
      return
    }
    rawTarget = text
    if URLText.parse(text) != nil {
      target = URLParts(text)
    } else {
      note(
        .unparsableTargetURL,
        "'target_url' is not a URL, so the target is the received URL. Send a URL."
      )
    }
  }

  private mutating func readReferrer(_ value: JSONValue?) {
    guard let value, !value.isNull else { return }
    referrer = Referrer(value)
    if referrer == nil {
      note(
        .incompleteReferrer,
        "'referer_app_link' is ignored. Send the strings 'url' and 'app_name' in it."
      )
    }
  }
}
