package import Foundation

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

extension NetworkPolicy {
  /// Checks whether a request may be sent, and returns the address to which it connects.
  ///
  /// - Parameter request: The request, whose timeout also applies to the attempts to connect.
  /// - Returns: The address, or `nil` if any is allowed.
  /// - Throws: The errors of `check(_:)`, or `URLError` if no address accepts a connection.
  package func address(for request: URLRequest) async throws -> IPAddress? {
    if isOpen { return nil }
    return try await ReachableAddresses.shared.first(
      of: check(request.url),
      port: WebTarget(request.url)?.port ?? 80,
      within: IdleLimit.seconds(of: request)
    )
  }

  /// Checks whether a request may be sent, and returns the addresses that may be used.
  ///
  /// - Parameter url: The URL of the request.
  /// - Returns: The addresses to which the request may connect. An empty array allows any address.
  /// - Throws: A ``NetworkPolicyError`` if the request may not be sent, a `URLError` if the name of
  ///   the host was not found, or `CancellationError`.
  package func check(_ url: URL?) async throws -> [IPAddress] {
    if !pins.isEmpty { return pins }
    guard let url, let target = WebTarget(url) else {
      throw refusal(.host, url, "the URL has no host; begin with https:// and the host")
    }
    if !allowsUserInfo, target.hasUserInfo {
      throw refusal(
        .userInfo,
        url,
        "the URL contains a user name, which is not allowed; remove it"
      )
    }
    let known = knownAddresses(of: target)
    if trustedHosts.contains(target.host) { return known ?? [] }
    if let ports, target.port.map(ports.contains) != true {
      throw refusal(
        .port,
        url,
        "the port is not allowed; use one of "
          + ports.sorted().map { "\($0)" }.joined(separator: ", ")
      )
    }
    guard requiresPublicAddresses else { return known ?? [] }
    guard let known else { return try await publicAddresses(of: target.host, url) }
    for address in known { try checkPublic(address, url, name: target.host) }
    return known
  }

  /// Returns the addresses of a host that is not looked up, or `nil` for others.
  private func knownAddresses(of target: WebTarget) -> [IPAddress]? {
    let known = target.port.flatMap { addresses["\(target.host):\($0)"] } ?? addresses[target.host]
    return known?.isEmpty == true ? nil : known
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
      throw unknown(url, error)
    }
    if addresses.isEmpty { throw unknown(url, nil) }
    for address in addresses { try checkPublic(address, url, name: host) }
    return addresses
  }

  /// Returns the address that a host represents, or `nil` for a name.
  private func literalAddress(_ host: String, _ url: URL) throws(NetworkPolicyError) -> IPAddress? {
    if host.hasPrefix("["), host.hasSuffix("]"),
      let address = IPAddress(String(host.dropFirst().dropLast())), address.isVersion6
    {
      return address
    }
    // Any other host must be plain enough to have only one interpretation.
    let isPlain = host.utf8.allSatisfy {
      $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        || $0 == UInt8(ascii: "_")
    }
    let address = isPlain ? IPAddress.version4(looseHost: host) : .some(nil)
    switch address {
    case .none: return nil
    case .some(.some(let address)): return address
    case .some(.none):
      throw refusal(
        .host,
        url,
        "the host is neither an address nor a plain name; write names in ASCII, as in "
          + "xn--bcher-kva.example"
      )
    }
  }

  private func checkPublic(
    _ address: IPAddress,
    _ url: URL,
    name: String?
  ) throws(NetworkPolicyError) {
    if address.isPublic { return }
    // Who has not written the address must not learn it: it may be one of an inner network.
    let subject = name == nil ? "\(address)" : "the host has an address that"
    throw refusal(
      .address,
      url,
      "\(subject) is not public, as the network policy requires; use a public host"
    )
  }

  private func refusal(
    _ code: NetworkPolicyError.Code,
    _ url: URL?,
    _ message: String
  ) -> NetworkPolicyError {
    NetworkPolicyError(code: code, url: url, message: message)
  }

  private func unknown(_ url: URL, _ error: (any Error)?) -> URLError {
    var info: [String: Any] = [NSURLErrorFailingURLErrorKey: url]
    info[NSUnderlyingErrorKey] = error
    let isLate = (error as? NameLookup.LookupError)?.isTimeout == true
    return URLError(isLate ? .timedOut : .cannotFindHost, userInfo: info)
  }
}
