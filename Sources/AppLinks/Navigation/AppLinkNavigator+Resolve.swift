public import Foundation
public import FuturesFoundation

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
  ///   - resolve: Called once in the current task for an `http` or `https` URL, to find out what its page says.
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
