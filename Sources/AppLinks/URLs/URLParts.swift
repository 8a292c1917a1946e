public import Foundation

/// The parts of a URL, found in its unmodified bytes.
///
/// ```swift
/// let parts = URLParts("shop://item/7?size=40&size=41#top")
/// parts.scheme  // "shop"
/// parts.queryItems.map(\.value)  // ["40", "41"]
/// ```
///
/// Any text has parts, even if it is not a valid URL. Nothing is normalized, repaired or decoded:
/// joined together again, the parts are the original text. Foundation's types treat unusual URLs
/// differently across platforms and releases; this type does not. The grammar is that of RFC 3986,
/// except that a scheme can contain `_`, which the App Links documentation both forbids and uses.
public struct URLParts: Sendable, Hashable {
  /// The whole URL.
  public let text: String

  /// The scheme exactly as written, without the colon, or `nil` for a relative URL.
  public let scheme: String?

  /// The text between `//` and the path, or `nil` without `//`.
  ///
  /// It is empty in `fb:///`.
  public let authority: String?

  /// The path, which can be empty.
  ///
  /// For a URL without `//`, the path extends to the query.
  public let path: String

  /// The text between the first `?` and the fragment, with all escapes, or `nil` without `?`.
  public let query: String?

  /// The text after the first `#`, with all escapes, or `nil` without `#`.
  public let fragment: String?

  /// Splits a URL into its parts.
  ///
  /// - Parameter text: A URL or any other text.
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

  /// Splits a URL into its parts.
  ///
  /// - Parameter url: A URL. A relative URL is resolved against its base.
  public init(_ url: URL) { self.init(url.absoluteString) }

  /// Truncates the text at the first occurrence of a byte, and returns the text after it.
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
