public import Foundation
public import Futures

/// Finds the link that a URL leads to, for one kind of device.
///
/// An ``AppLinkNavigator`` takes any resolver. Those of the module `AppLinksResolving` read pages,
/// ask an index, remember and combine. If your server knows which apps show what, conform a type of
/// your own. This protocol takes the place of `BFAppLinkResolving` of Bolts.
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
  /// Resolves a URL for one kind of device, as a future.
  ///
  /// The work runs in a task of its own. Cancelling the future, or the token, cancels that task.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - idiom: The kind of device.
  ///   - token: Once cancelled, the future is cancelled.
  /// - Returns: A future of the link. Its errors are those of ``resolve(_:for:)``.
  public func futureResolve(
    _ url: URL,
    for idiom: DeviceIdiom,
    cancellation token: CancellationToken = .current
  ) -> Future<AppLink, any Error> {
    Future(cancellation: token) { try await resolve(url, for: idiom) }
  }
}
