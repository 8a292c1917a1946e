public import Foundation

/// The parts of a URL, found in its bytes as they are.
///
/// ```swift
/// let parts = URLParts("shop://item/7?size=40&size=41#top")
/// parts.scheme  // "shop"
/// parts.queryItems.map(\.value)  // ["40", "41"]
/// ```
///
/// Any text has parts, also one that is no valid URL, and nothing is normalised, repaired or
/// decoded on the way: put together again, the parts are the text. Foundation's types differ
/// between platforms and releases in what they make of odd URLs; this does not. The grammar is that
/// of RFC 3986, except that a scheme may contain `_`, which App Links documentation both forbids
/// and uses.
public struct URLParts: Sendable, Hashable {
  /// The whole URL.
  public let text: String

  /// The scheme as it is spelt, without the colon; `nil` for a relative URL.
  public let scheme: String?

  /// What follows `//`, up to the path; `nil` without `//`, and empty in `fb:///`.
  public let authority: String?

  /// The path, possibly empty.
  ///
  /// For a URL without `//` it is all up to the query.
  public let path: String

  /// What follows the first `?`, up to the fragment, with all escapes; `nil` without `?`.
  public let query: String?

  /// What follows the first `#`, with all escapes; `nil` without `#`.
  public let fragment: String?

  /// Takes a URL apart.
  ///
  /// - Parameter text: A URL, or anything.
  /// - Complexity: O(*n*) in the length of the text.
  public init(_ text: String) {
    self.text = text
    var rest = text.utf8[...]
    fragment = URLParts.cut(&rest, at: UInt8(ascii: "#"))
    query = URLParts.cut(&rest, at: UInt8(ascii: "?"))
    scheme = URLParts.takeScheme(&rest)
    authority = URLParts.takeAuthority(&rest)
    path = String(Substring(rest))
  }

  /// Takes a URL apart.
  ///
  /// - Parameter url: A URL; a relative one is resolved against its base.
  public init(_ url: URL) { self.init(url.absoluteString) }

  /// Ends the text before the first occurrence of a byte, and gives what follows that.
  private static func cut(_ rest: inout Substring.UTF8View, at byte: UInt8) -> String? {
    guard let index = rest.firstIndex(of: byte) else { return nil }
    let tail = String(Substring(rest[rest.index(after: index)...]))
    rest = rest[..<index]
    return tail
  }

  private static func takeScheme(_ rest: inout Substring.UTF8View) -> String? {
    guard rest.first?.isASCIILetter == true else { return nil }
    guard let end = rest.firstIndex(where: { !isSchemeByte($0) }) else { return nil }
    guard rest[end] == UInt8(ascii: ":") else { return nil }
    let scheme = String(Substring(rest[..<end]))
    rest = rest[rest.index(after: end)...]
    return scheme
  }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
  }

  private static func takeAuthority(_ rest: inout Substring.UTF8View) -> String? {
    guard rest.starts(with: "//".utf8) else { return nil }
    let content = rest.dropFirst(2)
    let end = content.firstIndex(of: UInt8(ascii: "/")) ?? content.endIndex
    rest = content[end...]
    return String(Substring(content[..<end]))
  }
}

extension URLParts: CustomStringConvertible {
  /// The whole URL.
  public var description: String { text }
}
