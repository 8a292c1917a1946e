public import Foundation
internal import Futures

/// Asks several resolvers, one after the other, until one has the answer.
///
/// ```swift
/// let resolver = CompositeResolver([index, HTTPResolver()], timeLimit: .seconds(5))
/// ```
///
/// An answer without tags counts only if no other resolver has one with tags; then the first such
/// is given.
public struct CompositeResolver: AppLinkPageResolving {
  /// Which answer ends the search.
  public enum Acceptance: Sendable, Hashable {
    /// The first one that has tags, or is for the URL of an app.
    case firstWithTags

    /// The first one that is not a failure.
    case firstSuccess
  }

  private let resolvers: [any AppLinkPageResolving]
  private let acceptance: Acceptance

  /// Makes a resolver.
  ///
  /// - Parameters:
  ///   - resolvers: Who is asked, in this order.
  ///   - acceptance: Which answer ends the search.
  ///   - timeLimit: How long each of them may take; the next one is asked then. `nil` for as long
  ///     as it takes.
  ///   - clock: Measures that.
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
  ///   all have failed; the error itself if there was only one; or `CancellationError` if the task
  ///   was cancelled, and then nobody else is asked.
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
        ? "there is no resolver to ask; hand over at least one"
        : "nobody could resolve it: \(reasons.joined(separator: "; "))",
      underlying: AggregateError(errors)
    )
  }

  private func isAcceptable(_ answer: AppLinkResolution) -> Bool {
    acceptance == .firstSuccess || !answer.metadata.tags.isEmpty || answer.isDirect
  }
}
