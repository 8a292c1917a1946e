import AppLinks
import AppLinksResolving
import AppLinksTestSupport
import Foundation
import Futures
import TestSupport
import Testing

@Suite struct FutureResolveTests {
  private let page = url("https://e.com/p")

  @Test func aResolverNeedsOneMethodOnly() async throws {
    let resolver: any AppLinkPageResolving = EchoingResolver()
    #expect(try await resolver.futureResolve(page).value.sourceURL == page)
    let link = try await resolver.futureResolve(page, for: .phone).value
    #expect(link.sourceURL == page)
  }

  @Test func theTokenCancelsTheTask() async {
    let source = CancellationSource()
    let answer = SleepingResolver().futureResolve(page, cancellation: source.token)
    source.cancel()
    #expect(await answer.result.failure is CancellationError)
  }

  @Test func sharedWorkStartsAtTheCallWhateverTheTypeSays() {
    let base = ManualResolver()
    let resolver: any AppLinkPageResolving = CachingResolver(base)
    let first = resolver.futureResolve(page)
    let second = resolver.futureResolve(page)
    #expect(base.asked.count == 1)
    base.answer(0)
    #expect(first.currentValue != nil && first.currentValue == second.currentValue)
    #expect(resolver.futureResolve(page).isSettled)
  }
}

private struct EchoingResolver: AppLinkPageResolving {
  func resolve(_ url: URL) async throws -> AppLinkResolution { AppLinkResolution(sourceURL: url) }
}

/// A resolver that ends only when its task is cancelled.
private struct SleepingResolver: AppLinkPageResolving {
  func resolve(_ url: URL) async throws -> AppLinkResolution {
    try await Task.sleep(for: .seconds(3600))
    return AppLinkResolution(sourceURL: url)
  }
}
