import AppLinks
import Foundation

/// Text in a query.
enum QueryText {
  /// The characters that RFC 3986 never requires to be escaped.
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
  )

  static func escaped(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  /// Returns a value from a form, in which a plus sign stands for a space.
  ///
  /// - Parameters:
  ///   - name: The name of the value.
  ///   - form: The form, as a query or as a body.
  /// - Returns: The value, or `nil` if it is missing.
  static func value(of name: String, in form: String) -> String? {
    URLParts("?" + form).queryItems.first { $0.name == name }?.value
  }
}
