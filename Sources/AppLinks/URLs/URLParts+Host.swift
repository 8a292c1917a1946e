extension URLParts {
  /// The scheme in lowercase, for comparisons.
  ///
  /// It is empty for a relative URL.
  package var normalizedScheme: String { (scheme ?? "").lowercased() }

  /// Whether the scheme is `http` or `https`.
  public var isWeb: Bool { normalizedScheme == "http" || normalizedScheme == "https" }

  /// Whether a browser can load the URL: the scheme is `http` or `https`, and there is a host.
  ///
  /// Without `//` there is no host. Programs read `https:shop.example` as a path, as a host or as
  /// neither.
  package var isWebPage: Bool { isWeb && host?.isEmpty == false }

  /// The host exactly as written: the authority without user and port, or `nil` without an
  /// authority.
  ///
  /// An IPv6 address keeps its brackets. Text that looks like a port but is not one, as in
  /// `soundcloud://users:x`, is part of the host.
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

  /// Whether the authority contains a user or password.
  package var hasUserInfo: Bool { authority?.utf8.contains(UInt8(ascii: "@")) == true }
}
