import AppLinks
import ArgumentParser
import Foundation

/// What the user names as a page.
enum PageReference {
  /// A page on the web.
  case web(URLArgument)

  /// A URL of an app, for which there is no page.
  case app(URLArgument)

  /// A file.
  case file(String)

  /// Standard input.
  case standardInput

  /// Tells pages apart by how they are named.
  ///
  /// What has a scheme is a URL, unless there is a file of that name.
  ///
  /// - Parameter text: A URL, a path or `-`.
  /// - Returns: What is named.
  /// - Throws: `ValidationError` that says what to do, if it is none of these.
  static func parse(_ text: String) throws -> PageReference {
    if text.isEmpty {
      throw ValidationError("It is empty. Give a URL, a file, or - for standard input.")
    }
    if text == "-" { return .standardInput }
    let parts = URLParts(text)
    if parts.scheme?.lowercased() == "file", let url = URLArgument(text: text).url,
      url.isFileURL
    {
      return .file(url.path(percentEncoded: false))
    }
    if parts.scheme == nil || FileManager.default.fileExists(atPath: text) { return .file(text) }
    let url = try URLArgument.parsePage(text)
    if isHostAndPort(parts) {
      throw ValidationError(
        "'\(parts.scheme ?? "")' looks like a host. For a page on the web begin with 'https://'."
      )
    }
    return parts.isWeb ? .web(url) : .app(url)
  }

  /// Whether a URL was rather meant as the address of a page, such as `shop.example:8080/socks`.
  private static func isHostAndPort(_ parts: URLParts) -> Bool {
    guard parts.authority == nil, let scheme = parts.scheme?.lowercased() else { return false }
    let port = parts.path.prefix { $0 != "/" }
    return (scheme == "localhost" || scheme.contains("."))
      && (1...5).contains(port.count) && port.allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// What messages call the page.
  var name: String {
    switch self {
    case .web(let url), .app(let url): url.text
    case .file(let path): path
    case .standardInput: "standard input"
    }
  }
}
