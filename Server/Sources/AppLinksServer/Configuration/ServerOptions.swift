package import AppLinksPublishing

/// How a server is set up.
package struct ServerOptions: Sendable {
  /// The address to listen on.
  package var address = "127.0.0.1"

  /// The port, or 0 for a free one.
  package var port = 8080

  /// The entries of each kind that the store keeps.
  package var maximumEntries = 1_000_000

  /// The bytes of copies in memory, of each kind.
  package var memory = 64 << 20

  package var lifetimes = Lifetimes()

  /// The time for a page with its redirects.
  package var timeout = Duration.seconds(15)

  /// The time after which a connection is closed on which nothing happens.
  ///
  /// It is longer than proxies usually keep connections, which end them first then.
  package var idleTimeout = Duration.seconds(75)

  package var requests = RequestLimits()

  /// The limits of clients without a key.
  package var anonymous = ClientLimits()

  package var keys = APIKeys()

  /// Whether clients of the API need a key.
  package var requiresKey = false

  /// Whether a proxy in front of the server names clients in `X-Forwarded-For`.
  package var isBehindProxy = false

  /// The hosts that may have addresses that are not public.
  package var trustedHosts: Set<String> = []

  /// The servers from which association files are loaded, by host, in place of it.
  package var origins: [String: String] = [:]

  /// The domains whose association files are served.
  package var sites: [String: AssociationDescription] = [:]

  package init() {}
}
