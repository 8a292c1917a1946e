/// The version of the tool: what `--version` prints, and what servers are told.
enum Version {
  static let number = "0.9.0"

  /// The header `User-Agent` of requests for pages.
  static let userAgent = "applinks/\(number)"
}
