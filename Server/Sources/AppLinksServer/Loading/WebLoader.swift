import AppLinks
import AppLinksPublishing
package import AppLinksResolving
import Foundation
import Futures
package import Transfers

/// Loads pages and association files from the web on behalf of unknown clients.
///
/// Requests go to public addresses only, except to hosts that the operator trusts.
package struct WebLoader: Sendable {
  private let resolver: HTTPResolver
  private let linter: AppLinkLinter
  private let origins: [String: String]
  private let all: ConcurrencyLimit
  private let hosts = KeyedLimits()

  /// The maximum number of loads in progress.
  private static let loadsAtOnce = 256

  /// Creates a loader.
  ///
  /// - Parameters:
  ///   - session: The session that sends requests.
  ///   - network: The rules for addresses. They always require public ones.
  ///   - origins: The servers from which the association files of a host are loaded in place of the
  ///     host itself.
  ///   - timeout: The timeout for a page with its redirects.
  package init(
    session: any PageTransport,
    network: NetworkPolicy,
    origins: [String: String],
    timeout: Duration
  ) {
    var network = network
    network.requiresPublicAddresses = true
    network.allowsUserInfo = false
    let options = HTTPResolver.Options(
      network: network,
      timeout: timeout,
      idleTimeout: timeout,
      userAgent: "applinks-server/\(Version.text)"
    )
    resolver = HTTPResolver(options: options, transport: LoadTransport(base: session, hosts: hosts))
    linter = AppLinkLinter(maximumBytes: AppLinkScanner.Options.usualMaximumBytes)
    self.origins = origins
    all = ConcurrencyLimit(Self.loadsAtOnce)
  }

  /// Loads a page.
  package func page(_ place: String) async throws -> LoadedContent<PageContent> {
    guard let url = URL(string: place) else {
      throw Problem.badRequest("'\(place.prefix(80))' is not a URL.")
    }
    return try await limited(URLParts(place).host ?? "") { load in
      do {
        let (resolution, findings, page) = try await linter.linkedPage(at: url, using: resolver)
        let content = PageContent(resolution: resolution, findings: findings, page: page)
        let lifetime = load.response.map { StatedLifetime($0, now: Date()) }
        // A missing page may appear soon.
        let isMissing = (400..<500).contains(resolution.status ?? 200)
        return LoadedContent(
          content: content,
          stated: lifetime?.fresh ?? (isMissing ? .zero : nil),
          allowsStale: lifetime?.allowsStale ?? true
        )
      } catch let error as AppLinkResolveError {
        return LoadedContent(content: PageContent(failure: LoadFailure(error)))
      }
    }
  }

  /// Loads the association files of a host.
  package func host(_ host: String) async throws -> LoadedContent<HostContent> {
    try await limited(host) { _ in
      let linked = try await LinkedHost.load(host, from: origins[host], using: resolver)
      let stated = [linked.apple, linked.android].compactMap(\.self).compactMap { answer in
        StatedLifetime(
          PageResponse(status: answer.status, headers: answer.headers),
          now: Date()
        )
        .fresh
      }
      let isPartial = !linked.failures.isEmpty
      return LoadedContent(
        content: HostContent(linked),
        stated: isPartial ? .zero : stated.min()
      )
    }
  }

  /// Runs a load once its host has fewer than the limit.
  ///
  /// The time in that line does not count as time of the load.
  private func limited<Value: Sendable>(
    _ host: String,
    _ body: @escaping @Sendable (LoadTransport.Load) async throws -> Value
  ) async throws -> Value {
    let load = LoadTransport.Load(host: host.lowercased())
    return try await hosts.run(load.host, atOnce: LoadTransport.requestsPerHost) {
      try await all.run {
        try await LoadTransport.$current.withValue(load) { try await body(load) }
      }
      .value
    }
  }
}
