import AppLinks
import AppLinksResolving
import Foundation
import Futures
import TestSupport
import Testing

/// A resolver whose requests a test answers.
final class ManualResolver: FutureResolving {
  /// The requested URLs, in order.
  let asked = Log<URL>()
  /// The number of cancelled requests.
  let cancellations = Counter()
  private let promises = Log<Promise<AppLinkResolution, any Error>>()

  func resolve(_ url: URL) async throws -> AppLinkResolution {
    try await futureResolve(url).value
  }

  func answer(
    to url: URL,
    cancellation token: CancellationToken
  ) -> Future<AppLinkResolution, any Error> {
    let promise = Promise<AppLinkResolution, any Error>()
    promise.onCancel { [cancellations] in cancellations.add() }
    asked.add(url)
    promises.add(promise)
    return promise.future.map(cancellation: token) { $0 }.onComplete { outcome in
      if outcome.failure is CancellationError { promise.cancel() }
    }
  }

  /// Answers a request.
  ///
  /// The first one is 0.
  func answer(_ index: Int, tag: String = "a://x", status: Int = 200) {
    let metadata = AppLinkMetadata(tags: [AppLinkTag(property: "al:ios:url", content: tag)])
    request(index)?.succeed(
      AppLinkResolution(sourceURL: asked.all[index], metadata: metadata, status: status)
    )
  }

  /// Fails a request.
  func fail(_ index: Int, _ error: any Error) { request(index)?.fail(error) }

  private func request(_ index: Int) -> Promise<AppLinkResolution, any Error>? {
    if promises.count > index { return promises.all[index] }
    Issue.record("there is no request \(index)")
    return nil
  }
}
