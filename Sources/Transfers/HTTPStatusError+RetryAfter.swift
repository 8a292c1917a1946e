internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension HTTPStatusError {
  /// The time that the server asks to wait before the next attempt, in the field `Retry-After`;
  /// `nil` if there is none or it is malformed.
  ///
  /// The field has a number of seconds or a date. A date is compared with the field `Date` of the
  /// response, or with the clock of this machine if there is none; one in the past is zero.
  public var retryAfter: Duration? {
    guard let value = response.value(forHTTPHeaderField: "Retry-After") else { return nil }
    let text = value.trimmingCharacters(in: .whitespaces)
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return .seconds(min(Int(text) ?? .max, Self.longestPause))
    }
    guard let date = HTTPDate.seconds(text) else { return nil }
    let now =
      response.value(forHTTPHeaderField: "Date").flatMap(HTTPDate.seconds)
      ?? Int(Date().timeIntervalSince1970)
    return .seconds(min(max(0, date - now), Self.longestPause))
  }

  /// Whether the status is one with which servers ask clients to slow down.
  var asksForPause: Bool { status == 429 || status == 503 }

  /// A century, in seconds, which replaces numbers that do not fit into an `Int`.
  private static let longestPause = 100 * 366 * 86_400
}
