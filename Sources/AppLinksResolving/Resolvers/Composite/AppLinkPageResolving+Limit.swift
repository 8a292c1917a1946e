internal import Foundation
internal import Futures

extension AppLinkPageResolving {
  /// Returns a resolver that fails if this resolver exceeds a time limit.
  ///
  /// - Parameters:
  ///   - limit: The time limit, after which the work is cancelled.
  ///   - clock: The clock that measures the limit.
  /// - Returns: A resolver that fails with an ``AppLinkResolveError`` with the code
  ///   ``AppLinkResolveError/Code/timedOut``.
  public func limited(
    to limit: Duration,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> any AppLinkPageResolving {
    LimitedResolver(base: self, limit: limit, clock: clock)
  }
}

/// A resolver with a time limit.
private struct LimitedResolver: FutureResolving {
  let base: any AppLinkPageResolving
  let limit: Duration
  let clock: any Clock<Duration>

  nonisolated(nonsending) func resolve(_ url: URL) async throws -> AppLinkResolution {
    try await result(for: url)
  }

  func answer(
    to url: URL,
    cancellation token: CancellationToken
  ) -> Future<AppLinkResolution, any Error> {
    Future.limited(
      to: limit,
      clock: clock,
      cancellation: token,
      orFail: AppLinkResolveError(
        .timedOut,
        url: url,
        message: "the resolver did not answer within \(limit); try again later"
      )
    ) {
      base.futureResolve(url)
    }
  }
}
