public import Foundation
package import Futures

/// Remembers what another resolver found, and asks it once for many who ask at the same time.
///
/// ```swift
/// let resolver = CachingResolver(HTTPResolver(), timeToLive: .seconds(600))
/// let first = try await resolver.resolve(url)   // loads the page
/// let second = try await resolver.resolve(url)  // does not
/// ```
///
/// URLs that ask a server for the same share an answer: the fragment, the case of scheme and host,
/// and a port that the scheme has anyway do not matter. An answer is for all kinds of devices.
///
/// The work behind an answer belongs to all who wait for it. Who cancels stops waiting; when the
/// last one has done so, the work is cancelled. Who asks after that starts it anew.
///
/// Failures are not remembered unless ``CacheLimits/failureTimeToLive`` says so, nor are answers
/// with a status of 400 or more, behind which there may be a server that has lost its pages for a
/// minute. Cancellation never is.
public final class CachingResolver: AppLinkPageResolving, FutureResolving {
  private let base: any AppLinkPageResolving
  private let answers: LoadOnce<PageKey, KnownAnswer, any Error>

  /// Makes a resolver.
  ///
  /// - Parameters:
  ///   - base: Who is asked for what is not remembered.
  ///   - limits: How much is remembered, and for how long.
  ///   - clock: Tells how old an answer is.
  public init<C: Clock>(
    _ base: any AppLinkPageResolving,
    limits: CacheLimits = CacheLimits(),
    clock: C = ContinuousClock()
  ) where C.Duration == Duration {
    self.base = base
    answers = LoadOnce(keeping: limits.retention, clock: clock)
  }

  /// Makes a resolver with the usual limits but one.
  ///
  /// - Parameters:
  ///   - base: Who is asked for what is not remembered.
  ///   - timeToLive: How long an answer is good.
  public convenience init(_ base: any AppLinkPageResolving, timeToLive: Duration) {
    self.init(base, limits: CacheLimits(timeToLive: timeToLive))
  }

  /// Resolves a URL.
  ///
  /// - Parameter url: The URL.
  /// - Returns: What is remembered about it, or else what the other resolver finds.
  /// - Throws: What the other resolver throws, or `CancellationError` if the task was cancelled.
  /// - Complexity: O(*n*) in the length of the URL if the answer is remembered.
  public nonisolated(nonsending) func resolve(_ url: URL) async throws -> AppLinkResolution {
    if let known = answers.keptValue(for: PageKey(url)) {
      return try known.result.asked(for: url).get()
    }
    return try await result(for: url)
  }

  /// Resolves a URL, as a future.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - token: Once cancelled, the future is cancelled; so is the work, if nobody else waits for
  ///     it. Cancelling the future itself does the same.
  /// - Returns: A future of what is remembered about the URL, or else of what the other resolver
  ///   finds. Its errors are those of ``resolve(_:)``.
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
        base.futureResolve(url, cancellation: token)
          .mapResult { KnownAnswer(result: $0, to: key) }
      }
    )
    let answer = share.mapResult { try $0.get().result.asked(for: url).get() }
    share.leave(when: answer)
    return answer
  }

  // MARK: What is remembered

  /// How many answers are remembered; those that are too old count until they make room.
  public var count: Int { answers.count }

  /// Forgets the answer for a URL.
  ///
  /// Who waits for it gets it all the same, but it is not remembered.
  ///
  /// - Parameter url: The URL.
  public func forget(_ url: URL) { answers.invalidate(PageKey(url)) }

  /// Forgets all answers.
  ///
  /// Who waits for one gets it all the same, but it is not remembered.
  public func forgetAll() { answers.invalidateAll() }
}
