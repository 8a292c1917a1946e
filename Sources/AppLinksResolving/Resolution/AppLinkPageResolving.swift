public import AppLinks
public import Foundation
public import Futures

/// Finds out what a page says about the apps that show it, for all kinds of devices.
///
/// ```swift
/// let resolver = CachingResolver(HTTPResolver())
/// let link = try await resolver.resolve(url, for: .phone)
/// ```
///
/// Resolvers compose: a ``CachingResolver`` keeps what another one found, a ``CompositeResolver`` asks several.
/// A type of your own needs ``resolve(_:)`` only. All of them can be given to an `AppLinkNavigator`.
public protocol AppLinkPageResolving: AppLinkResolving {
  /// Resolves a URL.
  ///
  /// - Parameter url: The URL.
  /// - Returns: What is known about it, for all kinds of devices. That no app can show it is an answer too,
  ///   with metadata that has no tags.
  /// - Throws: An ``AppLinkResolveError``, or `CancellationError` if the task was cancelled; other resolvers
  ///   may have errors of their own.
  nonisolated(nonsending) func resolve(_ url: URL) async throws -> AppLinkResolution

  /// Resolves a URL, as a future.
  ///
  /// You do not need to implement this method: the default calls ``resolve(_:)`` in a task of its own.
  /// Only a resolver that shares work implements it, so that callers share from the moment of the call and
  /// a remembered answer is a settled future.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - token: Once cancelled, the future is cancelled, and the work behind it stops unless others wait for
  ///     the same. Cancelling the future itself does that too.
  /// - Returns: A future of what is known about the URL. Its errors are those of ``resolve(_:)``.
  func futureResolve(
    _ url: URL,
    cancellation token: CancellationToken
  ) -> Future<AppLinkResolution, any Error>
}

extension AppLinkPageResolving {
  /// Resolves a URL in a task of its own.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - token: Once cancelled, the future is cancelled, and so is the task.
  /// - Returns: A future of what is known about the URL.
  public func futureResolve(
    _ url: URL,
    cancellation token: CancellationToken
  ) -> Future<AppLinkResolution, any Error> {
    Future(cancellation: token) { try await resolve(url) }
  }

  /// Resolves a URL, as a future that is cancelled by itself and with the current scope.
  ///
  /// - Parameter url: The URL.
  /// - Returns: A future of what is known about the URL.
  public func futureResolve(_ url: URL) -> Future<AppLinkResolution, any Error> {
    futureResolve(url, cancellation: .current)
  }

  /// Resolves a URL for one kind of device.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - idiom: The kind of device.
  /// - Returns: The link, possibly without targets.
  /// - Throws: What ``resolve(_:)`` throws.
  public nonisolated(nonsending) func resolve(
    _ url: URL,
    for idiom: DeviceIdiom
  ) async throws -> AppLink {
    try await resolve(url).appLink(for: idiom)
  }
}
