#if AsyncHTTPClient
/// A host that is bound to one address.
package struct HostPin: Hashable, Sendable {
  private let host: String
  private let address: String

  /// Creates a pin.
  ///
  /// - Parameters:
  ///   - host: The name, or an address without brackets.
  ///   - address: The address to connect to.
  package init(host: String, address: String) {
    self.host = host
    self.address = address
  }

  /// The entries of the client's table of addresses.
  ///
  /// The client writes a host that is an IPv6 address in brackets.
  var overrides: [String: String] { [host: address, "[\(host)]": address] }
}
#endif
