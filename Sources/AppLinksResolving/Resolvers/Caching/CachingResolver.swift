public import Foundation
package import Futures

/// A resolver that caches the answers of another resolver and shares work among concurrent callers.
///
/// ```swift
/// let resolver = CachingResolver(HTTPResolver(), lifetime: .seconds(600))
/// let first = try await resolver.resolve(url)   // loads the page
/// let second = try await resolver.resolve(url)  // does not
/// ```
///
/// URLs that request the same page share an answer: the fragment, the case of the scheme and host,
/// and the default port of the scheme do not matter. The other resolver receives URLs without
/// fragments, which can be secrets of their callers. An answer applies to all kinds of devices.
///
/// Concurrent callers share the work for an answer. Cancelling affects only that caller. When the
/// last caller cancels, the work is cancelled; the next call starts it again.
///
/// Failures are not cached unless ``CacheLimits`` has a lifetime for them. The same applies to
/// answers with a status of 400 or more, which can come from a server that has temporarily lost
/// its pages. Cancellations are never cached.
public final class CachingResolver: AppLinkPageResolving, FutureResolving {
  private let base: any AppLinkPageResolving
  private let answers: SharedLoads<PageKey, KnownAnswer, any Error>

  /// Creates a resolver.
  ///
  /// - Parameters:
  ///   - base: The resolver for URLs that are not cached.
  ///   - limits: The size of the cache and the lifetime of its answers.
  ///   - clock: The clock that measures the age of answers.
  public init<C: Clock>(
    _ base: any AppLinkPageResolving,
    limits: CacheLimits = CacheLimits(),
    clock: C = ContinuousClock()
  ) where C.Duration == Duration {
    self.base = base
    answers = SharedLoads(keeping: limits.retention, clock: clock)
  }

  /// Creates a resolver with the default limits and a lifetime for answers.
  ///
  /// - Parameters:
  ///   - base: The resolver for URLs that are not cached.
  ///   - lifetime: The lifetime of an answer.
  public convenience init(_ base: any AppLinkPageResolving, lifetime: Duration) {
    self.init(base, limits: CacheLimits(lifetime: lifetime))
  }

  /// Resolves a URL.
  ///
  /// - Parameter url: The URL.
  /// - Returns: The cached answer, or else the answer of the other resolver.
  /// - Throws: The errors of the other resolver, or `CancellationError` if the task is cancelled.
  /// - Complexity: O(*n*) in the length of the URL if the answer is cached.
  public nonisolated(nonsending) func resolve(_ url: URL) async throws -> AppLinkResolution {
    if let known = answers.keptValue(for: PageKey(url)) {
      return try known.result.asked(for: url).get()
    }
    return try await result(for: url)
  }

  /// Resolves a URL and returns a future of the result.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - token: A token that cancels the future. Cancelling the token or the future also cancels
  ///     the work if no other caller waits for it.
  /// - Returns: A future of the cached answer, or else of the answer of the other resolver. It
  ///   fails with the errors of ``resolve(_:)``.
  package func answer(
    to url: URL,
    cancellation token: CancellationToken
  ) -> Future<AppLinkResolution, any Error> {
    if token.isCancelled { return Future(error: CancellationError()) }
    let key = PageKey(url)
    if let known = answers.keptValue(for: key) {
      return Future(result: known.result.asked(for: url))
    }
    let share = answers.load(
      key,
      cancellation: token,
      startingWith: { [base] token in
        base.futureResolve(url.settingFragment(nil), cancellation: token)
          .mapResult(on: .inline) { KnownAnswer(result: $0, to: key) }
      }
    )
    let answer = share.mapResult(on: .inline) { try $0.get().result.asked(for: url).get() }
    share.leave(when: answer)
    return answer
  }

  // MARK: Cached answers

  /// The number of cached answers, including expired ones that have not been removed yet.
  public var count: Int { answers.count }

  /// Removes the answer for a URL.
  ///
  /// Callers that wait for the answer still receive it, but it is not cached.
  ///
  /// - Parameter url: The URL.
  public func remove(_ url: URL) { answers.remove(PageKey(url)) }

  /// Removes all answers.
  ///
  /// Callers that wait for an answer still receive it, but it is not cached.
  public func removeAll() { answers.removeAll() }
}
