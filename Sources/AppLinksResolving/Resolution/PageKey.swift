internal import AppLinks
public import Foundation

/// A key that is equal for all spellings of a URL that request the same page.
///
/// ```swift
/// let key = PageKey(URL(string: "HTTPS://Shop.example:443#7")!)
/// print(key)  // https://shop.example/
/// ```
///
/// The scheme and host are in lowercase, the default port of the scheme is omitted, an empty path
/// is `/`, and there is no fragment.
public struct PageKey: Hashable, Sendable, CustomStringConvertible {
  let text: String

  /// The URL of the page.
  public var description: String { text }

  /// Creates the key of a URL.
  ///
  /// - Parameter url: The URL of a page or of an app.
  /// - Complexity: O(*n*) in the length of the URL.
  public init(_ url: URL) {
    let text = url.absoluteString
    self.text = Self.isNormal(text.utf8) ? text : Self.normalized(URLParts(text))
  }

  /// Returns whether a URL is its own key, as most are.
  ///
  /// The result can be `false` for a URL that is its own key.
  private static func isNormal(_ bytes: String.UTF8View) -> Bool {
    var slashes = 0
    var colons = 0
    for byte in bytes {
      if byte == UInt8(ascii: "#") { return false }
      if slashes >= 3 { continue }
      switch byte {
      case UInt8(ascii: "/"): slashes += 1
      case UInt8(ascii: ":"): colons += 1
      case UInt8(ascii: "?"), UInt8(ascii: "A")...UInt8(ascii: "Z"): return false
      default: break
      }
    }
    return slashes >= 3 && colons == 1
  }

  private static func normalized(_ parts: URLParts) -> String {
    guard parts.isWeb, let authority = parts.authority else {
      return parts.text.utf8.contains(UInt8(ascii: "#"))
        ? String(parts.text.prefix { $0 != "#" }) : parts.text
    }
    let scheme = parts.normalizedScheme
    let port = scheme == "https" ? ":443" : ":80"
    let user = authority.lastIndex(of: "@").map { authority[...$0] } ?? ""
    var place = authority.dropFirst(user.count).lowercased()
    if place.hasSuffix(port) { place.removeLast(port.count) }
    if place.hasSuffix(":") { place.removeLast() }
    let path = parts.path.isEmpty ? "/" : parts.path
    let query = parts.query.map { "?" + $0 } ?? ""
    return "\(scheme)://\(user)\(place)\(path)\(query)"
  }
}

extension URL {
  /// Returns the URL with another fragment.
  func settingFragment(_ fragment: String?) -> URL {
    let parts = URLParts(self)
    if parts.fragment == fragment { return self }
    let length = parts.fragment.map { $0.utf8.count + 1 } ?? 0
    let page = String(decoding: parts.text.utf8.dropLast(length), as: UTF8.self)
    return URL(string: fragment.map { "\(page)#\($0)" } ?? page) ?? self
  }
}
