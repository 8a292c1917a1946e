public import AppLinks
public import Foundation
public import Futures

/// A resolver that finds the apps that a page names, for all kinds of devices.
///
/// ```swift
/// let resolver = CachingResolver(HTTPResolver())
/// let link = try await resolver.resolve(url, for: .phone)
/// ```
///
/// You can combine resolvers: a ``CachingResolver`` caches the answers of another resolver, and a
/// ``CompositeResolver`` queries several resolvers. A conforming type only needs to implement
/// ``resolve(_:)``. You can pass any resolver to an `AppLinkNavigator`.
public protocol AppLinkPageResolving: AppLinkResolving {
  /// Resolves a URL.
  ///
  /// - Parameter url: The URL.
  /// - Returns: The content of the page for all kinds of devices. If no app can show the page, the
  ///   metadata has no tags.
  /// - Throws: An ``AppLinkResolveError``, or `CancellationError` if the task is cancelled. Other
  ///   resolvers can have their own errors.
  nonisolated(nonsending) func resolve(_ url: URL) async throws -> AppLinkResolution
}

extension AppLinkPageResolving {
  /// Resolves a URL and returns a future of the result.
  ///
  /// The work runs in its own task. The work of a ``CachingResolver`` or an ``IndexResolver``
  /// starts before this method returns, so callers share it from that moment on, and the future of
  /// a cached answer is settled.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - token: A token that cancels the future. Cancelling the token or the future also stops the
  ///     work, unless other callers wait for the same result. The default is the token of the
  ///     current scope.
  /// - Returns: A future of the resolution. It fails with the errors of ``resolve(_:)``.
  public func futureResolve(
    _ url: URL,
    cancellation token: CancellationToken = .current
  ) -> Future<AppLinkResolution, any Error> {
    if let resolver = self as? any FutureResolving {
      return resolver.answer(to: url, cancellation: token)
    }
    return Future(cancellation: token) { try await resolve(url) }
  }

  /// Resolves a URL for one kind of device.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - idiom: The kind of device.
  /// - Returns: The link, possibly without targets.
  /// - Throws: The errors of ``resolve(_:)``.
  public nonisolated(nonsending) func resolve(
    _ url: URL,
    for idiom: DeviceIdiom
  ) async throws -> AppLink {
    try await resolve(url).appLink(for: idiom)
  }
}

/// A resolver that is based on futures, so its work starts when it is called.
package protocol FutureResolving: AppLinkPageResolving {
  /// Resolves a URL, as ``AppLinkPageResolving/futureResolve(_:cancellation:)`` does.
  func answer(
    to url: URL,
    cancellation token: CancellationToken
  ) -> Future<AppLinkResolution, any Error>
}

extension FutureResolving {
  /// Resolves a URL, and cancels the future if the current task is cancelled.
  nonisolated(nonsending) func result(for url: URL) async throws -> AppLinkResolution {
    try await withCancellationToken { token in
      try await answer(to: url, cancellation: token).value
    }
  }
}
