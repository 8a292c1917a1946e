internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension HTTPURLResponse {
  /// The strong validator of the content, which differs for contents that differ in any byte; `nil`
  /// if the server sends none.
  ///
  /// This is a strong entity tag, or else a modification time so far in the past that no other
  /// change can fall into the same second (RFC 9110, section 8.8).
  var strongValidator: String? {
    let coding = value(forHTTPHeaderField: "Content-Encoding") ?? "identity"
    if coding.lowercased() != "identity" { return nil }
    if let tag = value(forHTTPHeaderField: "ETag") {
      return tag.hasPrefix("\"") && tag.count > 2 ? tag : nil
    }
    guard
      let text = value(forHTTPHeaderField: "Last-Modified"),
      let changed = HTTPURLResponse.date(text),
      let now = value(forHTTPHeaderField: "Date").flatMap(HTTPURLResponse.date),
      now.timeIntervalSince(changed) >= 1
    else { return nil }
    return text
  }

  /// Returns whether this is the version that a validator identifies, as far as the response
  /// indicates.
  func isVersion(_ validator: String) -> Bool {
    let field = validator.hasPrefix("\"") ? "ETag" : "Last-Modified"
    return value(forHTTPHeaderField: field).map { $0 == validator } ?? true
  }

  private static func date(_ text: String) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "GMT")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.date(from: text)
  }
}
