import AppLinksPublishing
import Futures

/// What is known about pages and hosts, within the limits of the client that asks.
package struct LinkIndex: Sendable {
  package let pages: KeptLoads<PageContent>
  package let hosts: KeptLoads<HostContent>
  /// The minimum age of content that a client may have loaded again.
  let minimumAge = Duration.seconds(10)
  private let lookups = KeyedLimits()

  package init(pages: KeptLoads<PageContent>, hosts: KeptLoads<HostContent>) {
    self.pages = pages
    self.hosts = hosts
  }

  /// Returns what is known about a page, which is loaded if necessary.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - again: Whether to load it again unless it was loaded a moment ago.
  ///   - client: The client. Its limit counts loads, so that a client waits only for its own.
  /// - Returns: The page, or why it could not be loaded.
  /// - Throws: `CancellationError` if the server shuts down.
  func page(
    _ page: AskedPage,
    again: Bool = false,
    for client: Client
  ) async throws -> KeptCopy<PageContent> {
    try await copy(of: page.place, from: pages, again: again, for: client)
  }

  /// Returns the copy of a page in memory if it is fresh.
  func freshPage(_ page: AskedPage) -> KeptCopy<PageContent>? { pages.freshCopy(of: page.place) }

  /// Returns the copy of the association files of a host in memory if it is fresh.
  func freshHost(_ host: String) -> KeptCopy<HostContent>? { hosts.freshCopy(of: host) }

  /// Returns the association files of a host, which are loaded if necessary.
  func host(
    _ host: String,
    again: Bool = false,
    for client: Client
  ) async throws -> KeptCopy<HostContent> {
    try await copy(of: host, from: hosts, again: again, for: client)
  }

  private func copy<Content>(
    of place: String,
    from loads: KeptLoads<Content>,
    again: Bool,
    for client: Client
  ) async throws -> KeptCopy<Content> {
    let age = again ? minimumAge : nil
    if let copy = loads.freshCopy(of: place, maximumAge: age) { return copy }
    return try await lookups.run(client.name, atOnce: client.limits.lookupsAtOnce) {
      try await loads.copy(of: place, maximumAge: age)
    }
  }
}
