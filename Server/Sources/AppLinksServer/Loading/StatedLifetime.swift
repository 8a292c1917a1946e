import AppLinksResolving
import Foundation

/// How long a response may be used according to its header fields (RFC 9111).
struct StatedLifetime: Hashable {
  /// The time, or `nil` if none is stated.
  let fresh: Duration?

  /// Whether the response may be used after that time.
  let allowsStale: Bool

  /// Reads the header fields of a response.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - now: The current time, for a response without a date.
  init(_ response: PageResponse, now: Date) {
    let directives = Self.directives(response["cache-control"] ?? "")
    allowsStale = ["must-revalidate", "proxy-revalidate", "no-store", "no-cache", "private"]
      .allSatisfy { directives[$0] == nil }
    if directives["no-store"] != nil || directives["no-cache"] != nil
      || directives["private"] != nil
    {
      fresh = .zero
    } else if let age = directives["s-maxage"] ?? directives["max-age"] {
      let passed = Self.seconds(response["age"] ?? "") ?? 0
      // A value that cannot be parsed counts as stale.
      fresh = .seconds(max(0, (Self.seconds(age) ?? 0) - passed))
    } else if let expires = response["expires"] {
      let date = response["date"].flatMap(Self.date) ?? now
      let end = Self.date(expires) ?? .distantPast
      fresh = .seconds(min(Self.maximum, max(0, end.timeIntervalSince(date))))
    } else {
      fresh = nil
    }
  }

  /// A year in seconds: the limit for `Expires`, and the value of ages of more than nine digits.
  private static let maximum = 31_536_000.0

  private static func date(_ text: String) -> Date? {
    let strategy = Date.ParseStrategy(
      format: """
        \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \
        \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
        \(second: .twoDigits) GMT
        """,
      locale: Locale(identifier: "en_US_POSIX"),
      timeZone: .gmt
    )
    return try? strategy.parse(text)
  }

  private static func seconds(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return text.utf8.count > 9 ? Int(maximum) : Int(text)
  }

  private static func directives(_ text: String) -> [String: String] {
    var directives: [String: String] = [:]
    for part in text.split(separator: ",").prefix(32) {
      let pair = part.split(separator: "=", maxSplits: 1).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard let name = pair.first?.lowercased(), directives[name] == nil else { continue }
      directives[name] = pair.dropFirst().first?.trimmingCharacters(in: ["\""]) ?? ""
    }
    return directives
  }
}
