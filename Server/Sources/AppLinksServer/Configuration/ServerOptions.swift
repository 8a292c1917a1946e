package import AppLinksPublishing

/// The configuration of a server.
package struct ServerOptions: Sendable {
  /// The address to listen on.
  package var address = "127.0.0.1"

  /// The port, or 0 for any free one.
  package var port = 8080

  /// The number of entries of each kind that the store keeps.
  package var maximumEntries = 1_000_000

  /// The number of bytes for copies in memory, for each kind.
  package var memory = 64 << 20

  package var lifetimes = Lifetimes()

  /// The timeout for a page with its redirects.
  package var timeout = Duration.seconds(15)

  /// The time after which a connection is closed on which nothing happens.
  ///
  /// It is longer than proxies usually keep connections, which end them first then.
  package var idleTimeout = Duration.seconds(75)

  /// The time for a whole request to arrive, from its first byte.
  package var arrivalTimeout = Duration.seconds(30)

  package var requests = RequestLimits()

  /// The limits of clients without a key.
  package var anonymous = ClientLimits()

  package var keys = APIKeys()

  /// Whether clients of the API need a key.
  package var requiresKey = false

  /// Whether a proxy in front of the server names clients in `X-Forwarded-For`.
  package var isBehindProxy = false

  /// The hosts whose addresses need not be public.
  package var trustedHosts: Set<String> = []

  /// The servers from which the association files of a host are loaded in place of the host itself.
  package var origins: [String: String] = [:]

  /// The domains whose association files are served.
  package var sites: [String: AssociationDescription] = [:]

  package init() {}
}
