internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension HTTPURLResponse {
  /// What tells this version of the content from every other, byte by byte; `nil` if the server
  /// gives nothing of that kind.
  ///
  /// That is an entity tag which is not weak, or else a time of the last change that is over for so
  /// long that there cannot have been another one in the same second (RFC 9110, section 8.8).
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

  /// Whether this is the version that the validator tells, as far as the response says.
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
