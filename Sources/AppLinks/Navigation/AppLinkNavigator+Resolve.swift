public import Foundation
public import Futures
public import JSONValues

extension AppLinkNavigator {
  /// Finds the apps for a URL and opens it.
  ///
  /// A URL of the web is resolved first. Any other URL is opened as it is, with data.
  ///
  /// - Parameters:
  ///   - destination: The URL to open.
  ///   - extras: What to tell the other app.
  ///   - data: What else to send; see ``OutboundData``.
  ///   - referrer: How to come back.
  ///   - resolve: Called once in the current task for an `http` or `https` URL, to find out what
  ///     its page says.
  /// - Returns: What was opened, or why nothing was.
  /// - Throws: What `resolve` throws, or ``OutboundLinkError`` if the data cannot be written.
  @discardableResult
  public func navigate(
    to destination: URL,
    extras: [String: JSONValue] = [:],
    data: [String: JSONValue] = [:],
    referrer: Referrer? = nil,
    resolve: @Sendable (_ url: URL) async throws -> AppLink
  ) async throws -> NavigationOutcome {
    let isPage = URLParts(destination).isWeb
    let link = isPage ? try await resolve(destination) : AppLink(directTo: destination)
    return try await navigate(link, extras: extras, data: data, referrer: referrer)
  }
}

extension AppLinkNavigator {
  /// Finds the apps for a URL with a resolver and opens it.
  ///
  /// ```swift
  /// let resolver = CachingResolver(HTTPResolver())
  /// try await navigator.navigate(to: url, using: resolver, for: .phone)
  /// ```
  ///
  /// A URL of the web is resolved first. Any other URL is opened as it is, with data.
  ///
  /// - Parameters:
  ///   - destination: The URL to open.
  ///   - resolver: Finds out what the page of an `http` or `https` URL says.
  ///   - idiom: The kind of this device.
  ///   - extras: What to tell the other app.
  ///   - data: What else to send; see ``OutboundData``.
  ///   - referrer: How to come back.
  /// - Returns: What was opened, or why nothing was.
  /// - Throws: What the resolver throws, such as `AppLinkResolveError`, or ``OutboundLinkError`` if
  ///   the data cannot be written.
  @discardableResult
  public func navigate(
    to destination: URL,
    using resolver: any AppLinkResolving,
    for idiom: DeviceIdiom,
    extras: [String: JSONValue] = [:],
    data: [String: JSONValue] = [:],
    referrer: Referrer? = nil
  ) async throws -> NavigationOutcome {
    try await navigate(to: destination, extras: extras, data: data, referrer: referrer) { url in
      try await resolver.resolve(url, for: idiom)
    }
  }

  /// Finds the apps for a URL with a resolver and opens it, as a future.
  ///
  /// - Parameters:
  ///   - destination: The URL to open.
  ///   - resolver: Finds out what the page of an `http` or `https` URL says.
  ///   - idiom: The kind of this device.
  ///   - extras: What to tell the other app.
  ///   - data: What else to send; see ``OutboundData``.
  ///   - referrer: How to come back.
  ///   - token: Once cancelled, resolving is cancelled, no further step is begun, and the future is
  ///     cancelled. By default, the token of the current scope.
  /// - Returns: A future of what was opened, or why nothing was. It fails with what the resolver
  ///   throws, or with an ``OutboundLinkError`` if the data cannot be written.
  public func futureNavigate(
    to destination: URL,
    using resolver: any AppLinkResolving,
    for idiom: DeviceIdiom,
    extras: [String: JSONValue] = [:],
    data: [String: JSONValue] = [:],
    referrer: Referrer? = nil,
    cancellation token: CancellationToken = .current
  ) -> Future<NavigationOutcome, any Error> {
    Future(cancellation: token) {
      try await navigate(
        to: destination,
        using: resolver,
        for: idiom,
        extras: extras,
        data: data,
        referrer: referrer
      )
    }
  }
}
