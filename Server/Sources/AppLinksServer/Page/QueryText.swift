import Foundation

/// Text as a part of a query.
enum QueryText {
  /// The characters that RFC 3986 leaves as they are everywhere.
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
  )

  static func escaped(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  /// Returns a value of a form, in which a plus sign is a space.
  ///
  /// - Parameters:
  ///   - name: The name of the value.
  ///   - form: The form, as a query or as a body.
  /// - Returns: The value, or `nil` if there is none or if it cannot be read.
  static func value(of name: String, in form: String) -> String? {
    for pair in form.split(separator: "&") where pair.hasPrefix("\(name)=") {
      return pair.dropFirst(name.count + 1).replacing("+", with: "%20").removingPercentEncoding
    }
    return nil
  }
}
