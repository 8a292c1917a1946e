public import Foundation
public import JSONValues

extension AppLinkNavigator {
  /// Resolves a URL with a closure and opens the result.
  ///
  /// An `http` or `https` URL is resolved first. Any other URL is opened directly, with data.
  ///
  /// - Parameters:
  ///   - destination: The URL to open.
  ///   - extras: The values to pass to the other app.
  ///   - data: Additional data to send. See ``OutboundData``.
  ///   - referrer: The app to return to.
  ///   - resolve: A closure that is called once, in the current task, to resolve an `http` or
  ///     `https` URL.
  /// - Returns: What was opened, or the reasons why nothing was opened.
  /// - Throws: The errors of `resolve`, or ``OutboundLinkError`` if the data cannot be encoded.
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
  /// Resolves a URL with a resolver and opens the result.
  ///
  /// ```swift
  /// let resolver = CachingResolver(HTTPResolver())
  /// try await navigator.navigate(to: url, using: resolver, for: .phone)
  /// ```
  ///
  /// An `http` or `https` URL is resolved first. Any other URL is opened directly, with data.
  ///
  /// - Parameters:
  ///   - destination: The URL to open.
  ///   - resolver: The resolver for `http` and `https` URLs.
  ///   - idiom: The kind of this device.
  ///   - extras: The values to pass to the other app.
  ///   - data: Additional data to send. See ``OutboundData``.
  ///   - referrer: The app to return to.
  /// - Returns: What was opened, or the reasons why nothing was opened.
  /// - Throws: The errors of the resolver, such as `AppLinkResolveError`, or ``OutboundLinkError``
  ///   if the data cannot be encoded.
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
}
