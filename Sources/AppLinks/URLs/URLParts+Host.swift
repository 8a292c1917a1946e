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

  /// Returns whether a host is an IP address, in any form that browsers read as one, and no name.
  package static func isAddress(host: String) -> Bool {
    if host.utf8.contains(UInt8(ascii: ":")) { return true }
    guard let last = host.utf8.split(separator: UInt8(ascii: ".")).last else { return false }
    if last.allSatisfy(\.isASCIIDigit) { return true }
    let isHexadecimal = last.prefix(2).map(\.asciiLowercased).elementsEqual("0x".utf8)
    return isHexadecimal && last.dropFirst(2).allSatisfy(\.isASCIIHexDigit)
  }

  /// Whether the authority contains a user or password.
  package var hasUserInfo: Bool { authority?.utf8.contains(UInt8(ascii: "@")) == true }

  /// Returns whether the URL is an `http` or `https` URL of one of the hosts.
  ///
  /// The whole authority is compared. Text that programs read differently, such as a user, an
  /// escape or a backslash, makes it another one.
  ///
  /// - Parameter hosts: Hosts, with the port if it is not that of the scheme.
  /// - Returns: Whether the URL is on one of them.
  package func isWebPage(on hosts: some Sequence<String>) -> Bool {
    guard isWebPage, let authority else { return false }
    let own = Self.normalized(authority, normalizedScheme)
    return !own.isEmpty && hosts.contains { Self.normalized($0, normalizedScheme) == own }
  }

  /// Returns an authority in lowercase, without the port of its scheme, and without the dot of a
  /// fully qualified name.
  private static func normalized(_ authority: String, _ scheme: String) -> [UInt8] {
    // Only ASCII letters have a case here: others can become ASCII in lowercase.
    var host = authority.utf8.map(\.asciiLowercased)[...]
    var port: ArraySlice<UInt8> = []
    if let colon = host.lastIndex(of: UInt8(ascii: ":")),
      host[(colon + 1)...].allSatisfy(\.isASCIIDigit)
    {
      port = host[colon...]
      host = host[..<colon]
    }
    if host.last == UInt8(ascii: ".") { host.removeLast() }
    let isDefault = port.elementsEqual((scheme == "https" ? ":443" : ":80").utf8)
    return Array(port.count == 1 || isDefault ? host : host + port)
  }
}
