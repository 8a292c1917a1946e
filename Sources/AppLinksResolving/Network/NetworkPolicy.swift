/// The rules for the hosts, addresses and ports from which pages are loaded.
///
/// - Warning: A policy restricts where pages are loaded from, not what servers send. On Linux,
///   `URLSession` traps on some responses, so that a server can terminate the process.
///   ``URLSessionTransport`` lists these responses. If this matters to you, use a ``PageTransport``
///   for another HTTP client.
///
/// A server that resolves links for others can be made to load any URL, including one of its own
/// network. An example is `http://169.254.169.254/`, where clouds serve the keys of a machine. The
/// policy ``server`` refuses such URLs:
///
/// ```swift
/// var options = HTTPResolver.Options()
/// options.network = .server
/// let resolver = HTTPResolver(options: options)
/// ```
///
/// The policy checks the port and the host before each request, including each redirect. A host
/// that is an address, in any notation, must be public. A name is looked up, and **all** of its
/// addresses must be public. See ``IPAddress/isPublic``.
///
/// ### What that does not do
///
/// The owner of a name can change its address between the check and the connection. For `http`, the
/// transport connects to the checked addresses, which closes this gap. For `https`, `URLSession`
/// does not accept an address and looks up the name again. The machine at the second address then
/// receives a connection and the beginning of a TLS handshake, but no request, because it has no
/// certificate for the name.
///
/// If this is not acceptable, or if `URLSession` uses a proxy, run the resolver in a network that
/// refuses such connections, or write a ``PageTransport`` that connects to
/// ``PageRequest/addresses`` or uses a filtering proxy. A proxy looks up names itself; on Linux,
/// environment variables such as `https_proxy` also configure one.
public struct NetworkPolicy: Sendable {
  /// Whether hosts must have public addresses.
  public var requiresPublicAddresses: Bool

  /// Whether URLs can contain a user name or password.
  public var allowsUserInfo: Bool

  /// The allowed ports, or `nil` for all ports.
  public var ports: Set<Int>?

  /// The hosts that are exempt from the rules for ports and addresses, such as your own servers.
  ///
  /// Names and addresses are in lowercase and written as in URLs.
  public var trustedHosts: Set<String>

  /// A function that looks up the addresses of host names.
  package var names = NameLookup.system

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - requiresPublicAddresses: Whether hosts must have public addresses.
  ///   - allowsUserInfo: Whether URLs can contain a user name or password.
  ///   - ports: The allowed ports, or `nil` for all ports.
  ///   - trustedHosts: The hosts that are exempt from the rules for ports and addresses.
  public init(
    requiresPublicAddresses: Bool = false,
    allowsUserInfo: Bool = true,
    ports: Set<Int>? = nil,
    trustedHosts: Set<String> = []
  ) {
    self.requiresPublicAddresses = requiresPublicAddresses
    self.allowsUserInfo = allowsUserInfo
    self.ports = ports
    self.trustedHosts = trustedHosts
  }

  /// Allows all hosts that the device can reach, as a browser does.
  public static let device = NetworkPolicy()

  /// Allows only the public Internet on ports 80 and 443, without user names and passwords.
  public static let server = NetworkPolicy(
    requiresPublicAddresses: true,
    allowsUserInfo: false,
    ports: [80, 443]
  )
}
