import AppLinks

/// An address as people type it.
package enum PageAddress {
  /// Returns an address with `https:` if it has no scheme, as browsers complete it.
  ///
  /// `shop.example:8080` has no scheme, although its grammar allows one: a scheme with a dot before
  /// a number is a host before a port.
  package static func completed(_ text: String) -> String {
    let text = text.trimmed
    let parts = URLParts(text)
    if text.hasPrefix("//") { return "https:" + text }
    if let scheme = parts.scheme {
      let isPort = parts.authority == nil && parts.path.utf8.first.map(isDigit) == true
      return isPort && scheme.contains(".") ? "https://" + text : text
    }
    let host = text.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    return host.contains(".") && !host.hasPrefix(".") ? "https://" + text : text
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
