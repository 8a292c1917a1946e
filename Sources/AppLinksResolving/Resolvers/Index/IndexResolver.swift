public import AppLinks
public import Foundation
package import Futures

/// A resolver that queries an index of pages, with several URLs per request.
///
/// ```swift
/// let resolver = IndexResolver { urls in
///   try IndexAnswer(json: await askMyIndex(about: urls))
/// }
/// let answers = try await urls.map { resolver.futureResolve($0) }
///   .all(.failInOrder)
///   .value
/// ```
///
/// The resolver collects URLs for a short time and sends them in one request. Concurrent callers
/// with the same URL share a question. Cancelling affects only that caller. When no caller waits
/// for a request, it is cancelled; a question that no caller waits for is not sent.
///
/// If the request fails, it fails for all of its callers. If the index reports an error for one
/// URL, the other URLs still receive their answers. A URL that the index does not know has no tags.
/// Wrap this resolver in a ``CachingResolver`` to request only URLs without a cached answer.
public final class IndexResolver: AppLinkPageResolving, FutureResolving {
  private let batching: Batching
  private let schemes: SchemePolicy
  private let clock: any Clock<Duration>
  private let lookUp: @Sendable (_ urls: [URL]) async throws -> IndexAnswer
  /// The questions.
  ///
  /// Concurrent callers with the same URL share one.
  private let questions = SharedLoads<PageKey, AppLinkResolution, any Error>(keeping: .nothing)
  private let state: Locked<IndexBatches>

  /// Creates a resolver.
  ///
  /// - Parameters:
  ///   - batching: The way in which URLs are batched.
  ///   - schemes: The policy for schemes of apps, which are resolved without the index.
  ///   - clock: The clock that measures ``Batching/window``.
  ///   - lookUp: A closure that queries the index about 1 to ``Batching/maximumCount`` different
  ///     URLs without fragments. It runs in its own task, which is cancelled when no caller waits
  ///     for any of the URLs.
  public init(
    batching: Batching = Batching(),
    schemes: SchemePolicy = .standard,
    clock: any Clock<Duration> = ContinuousClock(),
    lookUp: @escaping @Sendable (_ urls: [URL]) async throws -> IndexAnswer
  ) {
    self.batching = batching
    self.schemes = schemes
    self.clock = clock
    self.lookUp = lookUp
    state = Locked(IndexBatches(maximumCount: batching.maximumCount))
  }

  /// Resolves a URL.
  ///
  /// - Parameter url: The URL.
  /// - Returns: The answer of the index. The URL of an app resolves to that app.
  /// - Throws: An ``AppLinkResolveError``, or `CancellationError` if the task is cancelled.
  public nonisolated(nonsending) func resolve(_ url: URL) async throws -> AppLinkResolution {
    try await result(for: url)
  }

  /// Resolves a URL and returns a future of the result.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - token: A token that cancels the future. Cancelling the token or the future also cancels
  ///     the request if no other caller waits for it.
  /// - Returns: A future of the answer of the index. It fails with the errors of ``resolve(_:)``.
  package func answer(
    to url: URL,
    cancellation token: CancellationToken
  ) -> Future<AppLinkResolution, any Error> {
    if token.isCancelled { return Future(error: CancellationError()) }
    guard URLParts(url).isWebPage else {
      return Future(result: Result { try AppLinkResolution(directTo: url, policy: schemes) })
    }
    // Fragments are not sent to servers, and callers can have different ones.
    let page = url.settingFragment(nil)
    let share = questions.load(PageKey(url), on: .inline, cancellation: token) { [self] in
      ask(page)
    }
    let answer = share.mapResult(on: .inline) { try $0.asked(for: url).get() }
    share.leave(when: answer)
    return answer
  }

  // MARK: Requests

  /// Queries the index, together with other calls within the window.
  private func ask(_ page: URL) -> Future<AppLinkResolution, any Error> {
    let (question, consequence) = state.withLock { $0.ask(page) }
    question.promise.onCancel { [weak self] in
      let timer = self?.state.withLock { $0.withdraw(question.number) }
      timer?.cancel()
    }
    switch consequence {
    case .nothing: break
    case .send(let batch): send(batch)
    case .wait(let round, let token): wait(round, token)
    }
    return question.promise.future
  }

  private func wait(_ round: Int, _ token: CancellationToken) {
    Future<Void, any Error>.after(batching.window, clock: clock, cancellation: token)
      .onComplete { [self] outcome in
        guard case .success = outcome else { return }
        if let batch = state.withLock({ $0.takeWaiting(round: round) }) { send(batch) }
      }
  }

  private func send(_ batch: IndexBatches.Batch) {
    batch.timer?.cancel()
    let urls = batch.questions.map(\.url)
    let lookUp = lookUp
    let source = CancellationSource()
    let request = Future(cancellation: source.token) { try await lookUp(urls) }
    request.whenSettled { source.dispose() }
    let interest = InterestCounter(request) { source.cancel() }
    // Creates all shares before the first one can leave.
    let shares = batch.questions.map { _ in interest.share() }
    for (question, share) in zip(batch.questions, shares) {
      let answer = share.mapResult(on: .inline) { outcome in
        try IndexResolver.result(for: question.url, outcome).get()
      }
      question.promise.complete(with: answer)
      share.leave(when: question.promise.future)
    }
  }

  private static func result(
    for url: URL,
    _ outcome: Result<IndexAnswer, any Error>
  ) -> Result<AppLinkResolution, any Error> {
    switch outcome.map({ $0[url] }) {
    case .success(.metadata(let metadata)?):
      return .success(AppLinkResolution(sourceURL: url, metadata: metadata))
    case .success(nil):
      return .success(AppLinkResolution(sourceURL: url))
    case .success(.failure(message: let message)?):
      return .failure(AppLinkResolveError(.indexFailed, url: url, message: message))
    case .failure(let error as CancellationError):
      return .failure(error)
    case .failure(let error):
      let reason =
        (error as? IndexError)?.message ?? "the request to the index failed; try again later"
      return .failure(
        AppLinkResolveError(.indexFailed, url: url, message: reason, underlying: error)
      )
    }
  }
}
