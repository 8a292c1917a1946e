import AppLinks
import Testing

/// Pages with the targets and the web URL that they must give, real sites' tag sets among them.
struct PageFixture: Sendable, CustomTestStringConvertible {
  var name: String
  var html: String
  var tagCount: Int
  var targets: [DeviceIdiom: [[String?]]]

  /// The web URL: `nil` for no fallback, `@source` for the URL that was asked for.
  var web: String?

  var testDescription: String { name }
}
