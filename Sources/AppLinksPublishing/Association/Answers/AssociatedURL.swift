internal import AppLinks

/// A URL and the domain whose file is queried about it.
struct AssociatedURL {
  let parts: URLParts

  /// The reason why the file does not apply to the URL.
  let obstacle: String?

  /// A reason why the file may not apply to the URL.
  let doubt: String?

  /// Creates a URL with the domain of a file.
  ///
  /// - Parameters:
  ///   - url: The URL, as written in a link.
  ///   - domain: The domain of the file, or `*.` and the domain for all its subdomains.
  init(_ url: String, domain: String) {
    parts = URLParts(url)
    let name = (parts.host ?? "").lowercased()
    let host = AssociatedURL.withoutDot(name)
    obstacle = AssociatedURL.obstacle(parts, host, AssociatedURL.withoutDot(domain.lowercased()))
    if !host.utf8.allSatisfy({ $0 < 0x80 }) || host.contains("%") {
      doubt = "the host is not in its ASCII form"
    } else if parts.hasUserInfo {
      doubt = "it is not known whether links with a user match"
    } else if parts.authority?.lowercased() != name {
      doubt = "it is not known whether links with a port match"
    } else if name != host {
      doubt = "it is not known whether links match whose host ends with a dot"
    } else {
      doubt = nil
    }
  }

  private static func withoutDot(_ host: String) -> String {
    host.hasSuffix(".") ? String(host.dropLast()) : host
  }

  private static func obstacle(_ parts: URLParts, _ host: String, _ domain: String) -> String? {
    if parts.text.utf8.count > 1 << 16 { return "the URL is longer than 65,536 bytes" }
    if !parts.isWeb { return "it is not an http or https URL" }
    if host.isEmpty { return "it has no host" }
    if domain.hasPrefix("*.") {
      // The domain itself is not one of its subdomains.
      if host.hasSuffix(domain.dropFirst()), host.utf8.count >= domain.utf8.count { return nil }
      return "its host is not a subdomain of '\(shown(domain.dropFirst(2)))'"
    }
    return host == domain ? nil : "its host is '\(shown(host))'"
  }
}
