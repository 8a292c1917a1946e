import AppLinks
import AppLinksPublishing
import ArgumentParser
import ToolSupport

/// The options for the source of the pages and association files of a site.
struct SiteOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Load from this server in place of the hosts, such as one that is not public yet.",
      valueName: "url"
    ),
    transform: SiteServer.parse
  )
  var server: SiteServer?

  @Option(
    help: ArgumentHelp(
      "Compare Apple's file with the copy of a CDN: 'apple', or a URL before the host.",
      valueName: "apple|url"
    ),
    transform: SiteOptions.copies
  )
  var cdn: String?

  @Option(
    help: ArgumentHelp(
      "A description of your apps, as for 'associate', to compare the files with.",
      valueName: "file"
    ),
    completion: .file()
  )
  var apps: String?

  private static func copies(_ text: String) throws -> String {
    if text == "apple" { return LinkedHost.appleCDN }
    let parts = URLParts(text)
    guard parts.isWeb, parts.host?.isEmpty == false else {
      throw ValidationError("Write 'apple', or the URL of a CDN, which ends before the host.")
    }
    return text.hasSuffix("/") ? text : text + "/"
  }

  /// Returns the description of the apps, or `nil` if there is none.
  func description(on console: Console) throws(ToolError) -> AssociationDescription? {
    guard let apps else { return nil }
    return try AppsFile.description(at: apps, on: console)
  }
}

/// A server that replaces the hosts of a site.
struct SiteServer: Sendable {
  /// The scheme, host and port.
  let origin: String

  static func parse(_ text: String) throws -> SiteServer {
    let url = try URLArgument.parsePage(text)
    let parts = URLParts(url.text)
    guard parts.isWeb, let authority = parts.authority, parts.path.isEmpty || parts.path == "/",
      parts.query == nil, parts.fragment == nil
    else {
      throw ValidationError("Write a scheme, a host and a port, as in 'http://127.0.0.1:8080'.")
    }
    return SiteServer(origin: "\(parts.scheme ?? "")://\(authority)")
  }
}

extension SiteServer? {
  /// Returns the URL to request instead of the given URL.
  func request(for url: String) -> String {
    guard let server = self else { return url }
    return server.origin + url.utf8Text(after: SiteServer?.origin(of: url))
  }

  /// Returns the URL of the site that a request represents.
  ///
  /// - Parameters:
  ///   - request: The URL of a request, such as one after a redirect.
  ///   - url: The URL that was requested first.
  /// - Returns: The URL on the host of the site.
  func url(of request: String, askedFor url: String) -> String {
    guard let server = self, request.lowercased().hasPrefix(server.origin.lowercased()) else {
      return request
    }
    return SiteServer?.origin(of: url) + request.utf8Text(after: server.origin)
  }

  /// Returns the server of the association files of a URL, or `nil` for its host over https.
  ///
  /// A URL with a port belongs to a test server, which also serves its files.
  func origin(ofFilesFor url: String) -> String? {
    if let server = self { return server.origin }
    let parts = URLParts(url)
    let host = parts.host ?? ""
    return parts.authority?.hasSuffix(host) == true ? nil : SiteServer?.origin(of: url)
  }

  /// Returns the scheme and the authority of a URL.
  static func origin(of url: String) -> String {
    let parts = URLParts(url)
    return "\(parts.scheme ?? "")://\(parts.authority ?? "")"
  }
}

extension String {
  /// Returns the rest after a prefix of the same length.
  fileprivate func utf8Text(after prefix: String) -> String {
    String(Substring(utf8.dropFirst(prefix.utf8.count)))
  }
}
