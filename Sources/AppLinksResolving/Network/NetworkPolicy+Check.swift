internal import AppLinks
internal import Foundation

extension NetworkPolicy {
  /// Checks whether a page may be loaded, and returns the addresses that may be used.
  ///
  /// - Parameter url: The page, an `http` or `https` URL.
  /// - Returns: The addresses to which the transport may connect. An empty array allows any
  ///   address.
  /// - Throws: An ``AppLinkResolveError`` if the page may not be loaded, or `CancellationError`.
  func check(_ url: URL) async throws -> [IPAddress] {
    let parts = URLParts(url)
    guard let host = parts.host?.lowercased(), !host.isEmpty else {
      throw AppLinkResolveError(
        .hostRefused,
        url: url,
        message: "the URL has no host; begin with https:// and the host"
      )
    }
    if !allowsUserInfo, parts.hasUserInfo {
      throw AppLinkResolveError(
        .userInfoRefused,
        url: url,
        message: "the URL contains a user name, which is not allowed; remove it"
      )
    }
    if trustedHosts.contains(host) { return [] }
    try checkPort(of: parts, url)
    return requiresPublicAddresses ? try await publicAddresses(of: host, url) : []
  }

  private func checkPort(of parts: URLParts, _ url: URL) throws(AppLinkResolveError) {
    guard let ports else { return }
    let text = (parts.authority ?? "").utf8.reversed().prefix { $0.isASCIIDigit }
    let digits = String(decoding: text.reversed(), as: UTF8.self)
    let place = (parts.authority ?? "").dropLast(digits.count)
    let isExplicit = place.utf8.last == UInt8(ascii: ":") && !digits.isEmpty
    let port = isExplicit ? Int(digits) : parts.normalizedScheme == "https" ? 443 : 80
    if let port, ports.contains(port) { return }
    throw AppLinkResolveError(
      .portRefused,
      url: url,
      message: "the port is not allowed; use one of "
        + ports.sorted().map { "\($0)" }.joined(separator: ", ")
    )
  }

  private func publicAddresses(of host: String, _ url: URL) async throws -> [IPAddress] {
    if let address = try literalAddress(host, url) {
      try checkPublic(address, url, name: nil)
      return [address]
    }
    let addresses: [IPAddress]
    do {
      addresses = try await names.addresses(of: host)
    } catch let error as CancellationError {
      throw error
    } catch {
      throw notFound(url, error)
    }
    if addresses.isEmpty { throw notFound(url, nil) }
    for address in addresses { try checkPublic(address, url, name: host) }
    return addresses
  }

  /// Returns the address that a host represents, or `nil` for a name.
  private func literalAddress(_ host: String, _ url: URL) throws(AppLinkResolveError) -> IPAddress?
  {
    if host.hasPrefix("["), host.hasSuffix("]"),
      let address = IPAddress(String(host.dropFirst().dropLast())), address.isVersion6
    {
      return address
    }
    // Any other host must be so plain that it has only one interpretation.
    let isPlain = host.utf8.allSatisfy {
      $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        || $0 == UInt8(ascii: "_")
    }
    let address = isPlain ? IPAddress.version4(looseHost: host) : .some(nil)
    switch address {
    case .none: return nil
    case .some(.some(let address)): return address
    case .some(.none):
      throw AppLinkResolveError(
        .hostRefused,
        url: url,
        message: "the host is neither an address nor a plain name; write names in ASCII, "
          + "as in xn--bcher-kva.example"
      )
    }
  }

  private func checkPublic(
    _ address: IPAddress,
    _ url: URL,
    name: String?
  ) throws(AppLinkResolveError) {
    if address.isPublic { return }
    let subject = name == nil ? "\(address)" : "the host has the address \(address), which"
    throw AppLinkResolveError(
      .addressRefused,
      url: url,
      message: "\(subject) is not public, as the network policy requires; use a public host"
    )
  }

  private func notFound(_ url: URL, _ error: (any Error)?) -> AppLinkResolveError {
    let reason = (error as? NameLookup.LookupError).map { " (\($0.message))" } ?? ""
    return AppLinkResolveError(
      .hostNotFound,
      url: url,
      message: "the host is unknown\(reason); check its spelling and the network",
      underlying: error
    )
  }
}
