public import Foundation
internal import Futures

/// A resolver that queries several resolvers, one after the other, until one has the answer.
///
/// ```swift
/// let resolver = CompositeResolver(
///   [index, HTTPResolver()],
///   timeLimit: .seconds(5)
/// )
/// ```
///
/// An answer without tags counts only if no other resolver has an answer with tags. In that case,
/// the result is the first answer without tags.
public struct CompositeResolver: AppLinkPageResolving {
  /// The answer that ends the search.
  public enum Acceptance: Sendable, Hashable {
    /// The first answer that has tags or is for the URL of an app.
    case firstWithTags

    /// The first answer that is not a failure.
    case firstSuccess
  }

  private let resolvers: [any AppLinkPageResolving]
  private let acceptance: Acceptance

  /// Creates a resolver.
  ///
  /// - Parameters:
  ///   - resolvers: The resolvers, in the order in which to query them.
  ///   - acceptance: The answer that ends the search.
  ///   - timeLimit: The time limit of each resolver, after which the next one is queried, or `nil`
  ///     for no limit.
  ///   - clock: The clock that measures the limit.
  public init(
    _ resolvers: [any AppLinkPageResolving],
    accepting acceptance: Acceptance = .firstWithTags,
    timeLimit: Duration? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.acceptance = acceptance
    self.resolvers = resolvers.map { resolver in
      timeLimit.map { resolver.limited(to: $0, clock: clock) } ?? resolver
    }
  }

  /// Resolves a URL.
  ///
  /// - Parameter url: The URL.
  /// - Returns: The first acceptable answer.
  /// - Throws: An ``AppLinkResolveError`` with the code ``AppLinkResolveError/Code/allFailed`` if
  ///   all resolvers fail, the error itself if there is only one resolver, or `CancellationError`
  ///   if the task is cancelled. After a cancellation, no further resolver is queried.
  public nonisolated(nonsending) func resolve(_ url: URL) async throws -> AppLinkResolution {
    var errors: [any Error] = []
    var empty: AppLinkResolution?
    for resolver in resolvers {
      do {
        let answer = try await resolver.resolve(url)
        if isAcceptable(answer) { return answer }
        empty = empty ?? answer
      } catch {
        try Task.checkCancellation()
        errors.append(error)
      }
    }
    if let empty { return empty }
    if let error = errors.first, errors.count == 1 { throw error }
    let reasons = errors.map { ($0 as? AppLinkResolveError)?.message ?? "\(type(of: $0))" }
    throw AppLinkResolveError(
      .allFailed,
      url: url,
      message: errors.isEmpty
        ? "there are no resolvers; pass at least one"
        : "all resolvers failed: \(reasons.joined(separator: "; "))",
      underlying: AggregateError(errors)
    )
  }

  private func isAcceptable(_ answer: AppLinkResolution) -> Bool {
    acceptance == .firstSuccess || !answer.metadata.tags.isEmpty || answer.isDirect
  }
}
