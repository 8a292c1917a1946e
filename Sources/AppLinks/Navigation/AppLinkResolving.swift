public import Foundation
public import Futures

/// A resolver that finds the link for a URL on one kind of device.
///
/// An ``AppLinkNavigator`` accepts any resolver. The resolvers of the module `AppLinksResolving`
/// read pages, query an index, cache results and combine other resolvers. If your server knows
/// which apps show which content, write your own conforming type. This protocol replaces
/// `BFAppLinkResolving` of Bolts.
public protocol AppLinkResolving: Sendable {
  /// Resolves a URL for one kind of device.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - idiom: The kind of device.
  /// - Returns: The link, possibly without targets.
  /// - Throws: `CancellationError` if the task is cancelled, or an error of the resolver.
  nonisolated(nonsending) func resolve(_ url: URL, for idiom: DeviceIdiom) async throws -> AppLink
}

extension AppLinkResolving {
  /// Returns a future of the link for a URL on one kind of device.
  ///
  /// The work runs in its own task. Cancelling the future or the token cancels that task.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - idiom: The kind of device.
  ///   - token: A token that cancels the future. The default is the token of the current scope.
  /// - Returns: A future of the link. It fails with the errors of ``resolve(_:for:)``.
  public func futureResolve(
    _ url: URL,
    for idiom: DeviceIdiom,
    cancellation token: CancellationToken = .current
  ) -> Future<AppLink, any Error> {
    Future(cancellation: token) { try await resolve(url, for: idiom) }
  }
}
