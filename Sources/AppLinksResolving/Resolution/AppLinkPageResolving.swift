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
/// Resolvers compose: a ``CachingResolver`` keeps what another one found, a ``CompositeResolver``
/// asks several. A type of your own needs ``resolve(_:)`` only. All of them can be given to an
/// `AppLinkNavigator`.
public protocol AppLinkPageResolving: AppLinkResolving {
  /// Resolves a URL.
  ///
  /// - Parameter url: The URL.
  /// - Returns: What is known about it, for all kinds of devices. That no app can show it is an
  ///   answer too, with metadata that has no tags.
  /// - Throws: An ``AppLinkResolveError``, or `CancellationError` if the task was cancelled; other
  ///   resolvers may have errors of their own.
  nonisolated(nonsending) func resolve(_ url: URL) async throws -> AppLinkResolution
}

extension AppLinkPageResolving {
  /// Resolves a URL, as a future.
  ///
  /// The work runs in a task of its own. A ``CachingResolver`` and an ``IndexResolver`` start at
  /// the call instead: callers share work from that moment on, and the future of a remembered
  /// answer is settled.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - token: Once cancelled, the future is cancelled, and the work behind it stops unless others
  ///     wait for the same; by default, the token of the current scope. Cancelling the future
  ///     itself does that, too.
  /// - Returns: A future of what is known about the URL. Its errors are those of ``resolve(_:)``.
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
  /// - Throws: What ``resolve(_:)`` throws.
  public nonisolated(nonsending) func resolve(
    _ url: URL,
    for idiom: DeviceIdiom
  ) async throws -> AppLink {
    try await resolve(url).appLink(for: idiom)
  }
}

/// A resolver that works with futures, so that its work starts at the call.
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
      try await answer(to: url, cancellation: token).get()
    }
  }
}
