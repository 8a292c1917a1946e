internal import Foundation

/// The parts of a URL that determine where its request is sent, parsed from its unmodified bytes.
struct WebTarget: Sendable {
  /// The scheme in lowercase: `http` or `https`.
  let scheme: String

  /// The host and the port as written, which is the value of the header field `Host`.
  let place: String

  /// The host in lowercase; an IPv6 address keeps its brackets.
  let host: String

  /// The port, by default that of the scheme; `nil` if the number is not a port.
  let port: Int?

  /// Whether there is a user name or a password.
  let hasUserInfo: Bool

  /// The path and the query.
  let resource: String

  /// Parses a URL; returns `nil` if it is not an `http` or `https` URL, or has no host.
  init?(_ url: URL?) {
    guard let text = url?.absoluteString.utf8.prefix(while: { $0 != UInt8(ascii: "#") }),
      let colon = text.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    scheme = String(Substring(text[..<colon])).lowercased()
    let rest = text[text.index(after: colon)...]
    guard ["http", "https"].contains(scheme), rest.starts(with: "//".utf8) else { return nil }
    let content = rest.dropFirst(2)
    let authority = content.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    let tail = String(Substring(content[authority.endIndex...]))
    resource = tail.hasPrefix("/") ? tail : "/" + tail

    var place = authority
    hasUserInfo = authority.contains(UInt8(ascii: "@"))
    if let at = place.lastIndex(of: UInt8(ascii: "@")) { place = place[place.index(after: at)...] }
    self.place = String(Substring(place))
    var host = place
    var number = ""
    if let colon = place.lastIndex(of: UInt8(ascii: ":")),
      place[place.index(after: colon)...].allSatisfy(\.isASCIIDigit)
    {
      host = place[..<colon]
      number = String(Substring(place[place.index(after: colon)...]))
    }
    if host.isEmpty { return nil }
    self.host = String(Substring(host)).lowercased()
    port = number.isEmpty ? (scheme == "https" ? 443 : 80) : UInt16(number).map { Int($0) }
  }
}

/// Classification of single bytes of ASCII text.
extension UInt8 {
  var isASCIIDigit: Bool { self &- UInt8(ascii: "0") < 10 }

  var isASCIIAlphanumeric: Bool { isASCIIDigit || (self | 0x20) &- UInt8(ascii: "a") < 26 }

  var isASCIIHexDigit: Bool { isASCIIDigit || (self | 0x20) &- UInt8(ascii: "a") < 6 }
}
