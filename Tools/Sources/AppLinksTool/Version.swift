/// The version of the tool, for `--version` and for requests.
enum Version {
  static let number = "0.9.0"

  /// The `User-Agent` header of requests for pages.
  static let userAgent = "applinks/\(number)"
}
