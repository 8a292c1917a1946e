/// The rules for the hosts, addresses and ports to which requests are sent.
///
/// A server that loads URLs for others can be made to load any URL, including one in its own
/// network. An example is `http://169.254.169.254/`, where clouds serve the keys of a machine. The
/// policy ``server`` refuses such URLs:
///
/// ```swift
/// let options = TransferOptions(network: .server)
/// let page = session.data(for: request, options: options)
/// ```
///
/// The policy checks the port and the host before each request, including each redirect. A host
/// that is an address, in any notation, must be public. A name is looked up, and **all** of its
/// addresses must be public. See ``IPAddress/isPublic``. A lookup takes at most five seconds, and a
/// slow one does not delay others. A request that the policy refuses fails with a
/// ``NetworkPolicyError``.
///
/// The request then connects to one of the checked addresses, and a second lookup cannot lead
/// elsewhere. If there are several, attempts to connect overlap: the next one begins after a
/// quarter of a second without an answer (RFC 8305), and the first address that accepts a
/// connection receives the request.
///
/// ### Limitations
///
/// A policy restricts where requests are sent, not what servers send. On Linux, a
/// session over `URLSession` is for servers that you trust.
///
/// For `https`, `URLSession` does not accept an address and looks up the name again; on Apple
/// platforms also for redirects. The owner of the name can change its address in between. For
/// `https` the machine at the second address then receives a connection and the beginning of a TLS
/// handshake, but no request, because it has no certificate for the name. The back end of the
/// product `TransfersHTTPClient` does not have this gap.
///
/// If this is not acceptable, or if `URLSession` uses a proxy, use that back end, or a network that
/// refuses such connections. A proxy looks up names itself; on Linux, environment variables such as
/// `https_proxy` also configure one.
public struct NetworkPolicy: Hashable, Sendable {
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

  /// The addresses of names that are not looked up, such as that of a server whose name is not in
  /// DNS yet.
  ///
  /// ```swift
  /// var policy = NetworkPolicy.device
  /// policy.addresses["shop.example"] = [IPAddress("192.0.2.7")!]
  /// ```
  ///
  /// A key is a host in lowercase and written as in URLs, which stands for all ports, or a host and
  /// a port, such as `shop.example:8443`, which takes precedence. The request keeps the name, also
  /// for TLS. The other rules apply to these addresses as well.
  ///
  /// `URLSession` connects to these addresses for `http` only. For `https` it looks up the name;
  /// use the back end of `TransfersHTTPClient`.
  public var addresses: [String: [IPAddress]] = [:]

  /// A function that looks up the addresses of host names.
  package var names = NameLookup.system

  /// The addresses to connect to, already checked; empty to use any that the rules allow.
  package var pins: [IPAddress] = []

  /// Whether there are no rules.
  var isOpen: Bool {
    pins.isEmpty && addresses.isEmpty && !requiresPublicAddresses && allowsUserInfo && ports == nil
  }

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
  ///
  /// The HTTP client looks up names, and limits neither the number of lookups nor their duration.
  /// With AsyncHTTPClient, a few unanswered lookups delay all others. In a service that loads URLs
  /// for others, use ``server``.
  public static let device = NetworkPolicy()

  /// Allows only the public Internet on ports 80 and 443, without user names and passwords.
  public static let server = NetworkPolicy(
    requiresPublicAddresses: true,
    allowsUserInfo: false,
    ports: [80, 443]
  )
}
