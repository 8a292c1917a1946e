import AppLinks
import ArgumentParser
import Foundation

/// A page as named by the user.
enum PageReference {
  /// A page on the web.
  case web(URLArgument)

  /// The URL of an app, which has no page.
  case app(URLArgument)

  /// A file.
  case file(String)

  /// Standard input.
  case standardInput

  /// Returns the kind of page that a text names.
  ///
  /// Text with a scheme is a URL, unless a file with that name exists.
  ///
  /// - Parameter text: A URL, a path or `-`.
  /// - Returns: The page.
  /// - Throws: `ValidationError`, with a message that says what to do, if the text does not name a
  ///   page.
  static func parse(_ text: String) throws -> PageReference {
    if text.isEmpty {
      throw ValidationError("It is empty. Specify a URL, a file, or - for standard input.")
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
        "'\(parts.scheme ?? "")' looks like a host. Begin the URL of a web page with 'https://'."
      )
    }
    return parts.isWeb ? .web(url) : .app(url)
  }

  /// Returns whether a URL was probably intended as the address of a page, such as
  /// `shop.example:8080/socks`.
  private static func isHostAndPort(_ parts: URLParts) -> Bool {
    guard parts.authority == nil, let scheme = parts.scheme?.lowercased() else { return false }
    let port = parts.path.prefix { $0 != "/" }
    return (scheme == "localhost" || scheme.contains("."))
      && (1...5).contains(port.count) && port.allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// The name of the page in messages.
  var name: String {
    switch self {
    case .web(let url), .app(let url): url.text
    case .file(let path): path
    case .standardInput: "standard input"
    }
  }
}
