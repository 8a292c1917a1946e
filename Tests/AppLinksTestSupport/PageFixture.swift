package import AppLinks

/// Pages with the targets and the web URL that they must give, real sites' tag sets among them.
package struct PageFixture: Sendable, CustomStringConvertible {
  package var name: String
  package var html: String
  package var tagCount: Int
  package var targets: [DeviceIdiom: [[String?]]]

  /// The web URL: `nil` for no fallback, `@source` for the URL that was asked for.
  package var web: String?

  package var description: String { name }
}
