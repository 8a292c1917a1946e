public import AppLinks
public import Foundation
package import Futures

/// Resolves URLs by asking an index that knows many pages, several URLs at a time.
///
/// ```swift
/// let resolver = IndexResolver { urls in
///   try IndexAnswer(json: await askMyIndex(about: urls))
/// }
/// let answers = try await urls.map { resolver.futureResolve($0) }.sequence().get()  // one request
/// ```
///
/// A question waits a moment for others, and then all of them are asked in one request. Those who
/// ask for the same URL meanwhile share a question. Who cancels stops waiting; a request that
/// nobody waits for any more is cancelled, and a question that nobody waits for is not sent.
///
/// If the request fails, all who wait fail. If the index reports an error for one URL, the others
/// have their answers all the same. A URL that the index does not know has no tags. Put a
/// ``CachingResolver`` around this one, so that only URLs with no answer yet are asked for.
public final class IndexResolver: AppLinkPageResolving, FutureResolving {
  private let batching: Batching
  private let schemes: SchemePolicy
  private let clock: any Clock<Duration>
  private let lookUp: @Sendable (_ urls: [URL]) async throws -> IndexAnswer
  /// The questions, each of which is asked once for all who ask it meanwhile.
  private let questions = LoadOnce<PageKey, AppLinkResolution, any Error>(keeping: .nothing)
  private let state: Locked<IndexBatches>

  /// Makes a resolver.
  ///
  /// - Parameters:
  ///   - batching: How questions are put together.
  ///   - schemes: Which schemes of apps are resolved; that needs no index.
  ///   - clock: Measures ``Batching/window``.
  ///   - lookUp: Asks the index about 1 to ``Batching/maximumCount`` different URLs, without
  ///     fragments. Runs in a task of its own, which is cancelled once nobody waits for any of
  ///     them.
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
  /// - Returns: What the index knows about it. The URL of an app leads to that app.
  /// - Throws: An ``AppLinkResolveError``, or `CancellationError` if the task was cancelled.
  public nonisolated(nonsending) func resolve(_ url: URL) async throws -> AppLinkResolution {
    try await result(for: url)
  }

  /// Resolves a URL, as a future.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - token: Once cancelled, the future is cancelled; so is the request, if nobody else waits
  ///     for it. Cancelling the future itself does the same.
  /// - Returns: A future of what the index knows. Its errors are those of ``resolve(_:)``.
  package func answer(
    to url: URL,
    cancellation token: CancellationToken
  ) -> Future<AppLinkResolution, any Error> {
    if token.isCancelled { return Future(error: CancellationError()) }
    guard URLParts(url).isWebPage else {
      return Future(result: Result { try AppLinkResolution(directTo: url, policy: schemes) })
    }
    // A fragment is not for servers, and those who ask may have different ones.
    let page = url.settingFragment(nil)
    let share = questions.load(PageKey(url), on: .inline, cancellation: token) { [self] in
      ask(page)
    }
    let answer = share.mapResult { try $0.asked(for: url).get() }
    share.leave(when: answer)
    return answer
  }

  // MARK: Requests

  /// Asks the index, together with others who ask within the window.
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
    // All of them, before the first may leave.
    let shares = batch.questions.map { _ in interest.share() }
    for (question, share) in zip(batch.questions, shares) {
      let answer = share.mapResult { outcome in
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
        (error as? IndexError)?.message ?? "the index could not be asked; try again later"
      return .failure(
        AppLinkResolveError(.indexFailed, url: url, message: reason, underlying: error)
      )
    }
  }
}
