import Foundation

/// The pages that tests and the README share.
enum Pages {
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures")

  /// The root of the repository.
  static let root = folder.appending(path: "../../..").standardizedFileURL

  static func path(_ name: String) -> String { folder.appending(path: name).path }

  static let socks = path("socks.html")
  static let mistakes = path("mistakes.html")

  /// A page with one target per tag.
  static func html(_ tags: KeyValuePairs<String, String>) -> String {
    tags.map { #"<meta property="\#($0.key)" content="\#($0.value)">"# }.joined(separator: "\n")
  }
}
