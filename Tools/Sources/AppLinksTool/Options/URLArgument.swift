import AppLinks
import ArgumentParser
import Foundation
import ToolSupport

/// An absolute URL, exactly as written.
struct URLArgument {
  let text: String

  /// The URL as Foundation parses it, or `nil` for some URLs of apps that Foundation does not
  /// accept.
  ///
  /// Where Foundation escapes characters, it would also escape the `%` of existing escapes.
  var url: URL? { InboundLink(text).inputURL }

  /// Returns a URL of any kind.
  ///
  /// - Parameter text: The URL.
  /// - Returns: The URL.
  /// - Throws: `ValidationError`, with a message that says what to do, if the text is not an
  ///   absolute URL.
  static func parse(_ text: String) throws -> URLArgument {
    let parts = URLParts(text)
    guard parts.scheme != nil else {
      throw ValidationError("It has no scheme. Begin with a scheme, as in 'shop://' or 'https://'.")
    }
    if parts.isWeb, (parts.host ?? "").isEmpty {
      throw ValidationError("It has no host. Write a host, as in 'https://shop.example/'.")
    }
    if let scalar = text.unicodeScalars.first(where: { !isAllowed($0) }) {
      let escaped = String(scalar).utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }
      throw ValidationError(
        "A URL cannot contain '\(String(scalar).printable)'. Write "
          + "'\(escaped.joined().uppercased())'."
      )
    }
    return URLArgument(text: text)
  }

  /// Returns a URL that Foundation accepts, such as that of a page.
  ///
  /// - Parameter text: The URL.
  /// - Returns: The URL.
  /// - Throws: `ValidationError`, with a message that says what to do, if the text is not such a
  ///   URL.
  static func parsePage(_ text: String) throws -> URLArgument {
    let argument = try parse(text)
    if argument.url == nil {
      throw ValidationError(
        "It is not a URL. Check its host and port, as in 'https://shop.example:8080/'."
      )
    }
    return argument
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isPrintable && scalar != " " && !#""<>"#.unicodeScalars.contains(scalar)
  }
}
