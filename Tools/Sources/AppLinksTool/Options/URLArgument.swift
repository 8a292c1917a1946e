import AppLinks
import ArgumentParser
import Foundation

/// An absolute URL, kept exactly as it is spelt.
struct URLArgument {
  let text: String

  /// The URL as Foundation has it; `nil` for some URLs of apps that it does not accept.
  ///
  /// Where Foundation has something to escape, it would escape the `%` of what is escaped already.
  var url: URL? { InboundLink(text).inputURL }

  /// Takes a URL of any kind.
  ///
  /// - Parameter text: The URL.
  /// - Returns: The URL.
  /// - Throws: `ValidationError` that says what to do, if the text is no absolute URL.
  static func parse(_ text: String) throws -> URLArgument {
    let parts = URLParts(text)
    guard parts.scheme != nil else {
      throw ValidationError("It has no scheme. Begin with one, as in 'shop://' or 'https://'.")
    }
    if parts.isWeb, (parts.host ?? "").isEmpty {
      throw ValidationError("It has no host. Write for example 'https://shop.example/'.")
    }
    if let scalar = text.unicodeScalars.first(where: { !isAllowed($0) }) {
      let escaped = String(scalar).utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }
      throw ValidationError(
        "A URL has no '\(String(scalar).printable)'. Write '\(escaped.joined().uppercased())'."
      )
    }
    return URLArgument(text: text)
  }

  /// Takes a URL that Foundation accepts, such as that of a page.
  ///
  /// - Parameter text: The URL.
  /// - Returns: The URL.
  /// - Throws: `ValidationError` that says what to do, if the text is no such URL.
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
