/// Where pages may be loaded from.
///
/// - Warning: A policy says from where pages are loaded, not what they send. On Linux `URLSession`
///   traps on some answers, so that a server can end the process; ``URLSessionTransport`` tells on
///   which. Use a ``PageTransport`` for another HTTP client where that matters.
///
/// A server that resolves links for others can be made to load any URL, also one of its own
/// network, such as `http://169.254.169.254/`, where clouds serve the keys of a machine. The policy
/// ``server`` refuses that:
///
/// ```swift
/// var options = HTTPResolver.Options()
/// options.network = .server
/// let resolver = HTTPResolver(options: options)
/// ```
///
/// Before each request, the first one and that of each redirect, the policy looks at the port and
/// the host. A host that is an address, in whatever spelling, has to be public. A name is looked
/// up, and **all** of its addresses have to be public; see ``IPAddress/isPublic``.
///
/// ### What that does not do
///
/// A name can have another address a moment later, when the connection is made: its owner decides.
/// For `http` this is closed by connecting to the addresses that were checked. For `https`,
/// `URLSession` cannot be told to which address to connect and looks the name up again. What lies
/// behind the second address then gets a connection and the beginning of a TLS handshake, but no
/// request, since it has no certificate for that name. If that is too much, or if `URLSession` goes
/// through a proxy, which looks names up by itself (on Linux also because of variables of the
/// environment such as `https_proxy`), run the resolver where the network refuses such connections,
/// or write a ``PageTransport`` that connects to ``PageRequest/addresses`` or goes through a
/// filtering proxy.
public struct NetworkPolicy: Sendable {
  /// Whether hosts have to be public.
  public var requiresPublicAddresses: Bool

  /// Whether URLs may have a user name or password in them.
  public var allowsUserInfo: Bool

  /// The ports that may be used; `nil` for all.
  public var ports: Set<Int>?

  /// Names and addresses that are exempt from the rules for ports and addresses, in small letters
  /// and as they are spelt in URLs; for servers of your own.
  public var trustedHosts: Set<String>

  /// Finds the addresses of names.
  package var names = NameLookup.system

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - requiresPublicAddresses: Whether hosts have to be public.
  ///   - allowsUserInfo: Whether URLs may have a user name or password in them.
  ///   - ports: The ports that may be used; `nil` for all.
  ///   - trustedHosts: Hosts that are exempt from the rules for ports and addresses.
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

  /// Allows everything that the device can reach, as a browser does.
  public static let device = NetworkPolicy()

  /// Allows the public Internet on the ports 80 and 443 only, and no user names or passwords.
  public static let server = NetworkPolicy(
    requiresPublicAddresses: true,
    allowsUserInfo: false,
    ports: [80, 443]
  )
}
