extension URLParts {
  /// The scheme in small letters, as schemes are compared; empty for a relative URL.
  package var normalizedScheme: String { (scheme ?? "").lowercased() }

  /// Whether the scheme is `http` or `https`.
  public var isWeb: Bool { normalizedScheme == "http" || normalizedScheme == "https" }

  /// Whether a browser can load it: the scheme is `http` or `https`, and there is a host.
  ///
  /// Without `//` there is none: readers take `https:shop.example` for a path, a host or neither.
  package var isWebPage: Bool { isWeb && host?.isEmpty == false }

  /// The host as it is spelt: the authority without user and port; `nil` without an authority.
  ///
  /// An IPv6 address keeps its brackets. What looks like a port but is none, as in
  /// `soundcloud://users:x`, is a part of the host.
  public var host: String? {
    guard let authority else { return nil }
    var host = authority.utf8[...]
    if let at = host.lastIndex(of: UInt8(ascii: "@")) { host = host[host.index(after: at)...] }
    if let colon = host.lastIndex(of: UInt8(ascii: ":")),
      host[host.index(after: colon)...].allSatisfy(\.isASCIIDigit)
    {
      host = host[..<colon]
    }
    return String(Substring(host))
  }

  /// Whether the authority has a user or password in it.
  package var hasUserInfo: Bool { authority?.utf8.contains(UInt8(ascii: "@")) == true }
}
