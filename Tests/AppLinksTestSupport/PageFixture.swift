package import AppLinks

/// Pages with the expected targets and web URL, including tag sets of real sites.
package struct PageFixture: Sendable, CustomStringConvertible {
  package var name: String
  package var html: String
  package var tagCount: Int
  package var targets: [DeviceIdiom: [[String?]]]

  /// The web URL: `nil` for no fallback, `@source` for the resolved URL.
  package var web: String?

  package var description: String { name }
}
