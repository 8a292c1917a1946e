import AppLinks
import AppLinksResolving
import AppLinksTestSupport
import Foundation
import Futures
import FuturesTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct CompositeResolverTests {
  private let page = url("https://e.com/p")
  private let tagged = StaticResolver([
    url("https://e.com/p"): AppLinkMetadata(tags: [
      AppLinkTag(property: "al:ios:url", content: "a:")
    ])
  ])
  private let empty = StaticResolver([url("https://e.com/p"): AppLinkMetadata(tags: [])])
  private let unknown = StaticResolver([:])

  @Test func answersFromATable() async throws {
    let resolution = try await tagged.resolve(url("https://E.com/p#x"))
    #expect(resolution.metadata.tags.count == 1)
    #expect(resolution.sourceURL == url("https://E.com/p#x"))
    #expect(
      try await tagged.resolve(url("shop://x"), for: .pad) == AppLink(directTo: url("shop://x"))
    )
    let error = await #expect(throws: AppLinkResolveError.self) { try await unknown.resolve(page) }
    #expect(error?.code == .unknownURL)
    #expect(error?.localizedDescription == error?.description)
  }

  @Test func returnsAFuture() async throws {
    #expect(try await tagged.futureResolve(page).value.metadata.tags.count == 1)
    #expect(try await tagged.futureResolve(page, for: .phone).value.targets.count == 1)
  }

  @Test func returnsTheFirstAnswerWithTags() async throws {
    let resolver = CompositeResolver([unknown, empty, tagged])
    #expect(try await resolver.resolve(page).metadata.tags.count == 1)
    let first = CompositeResolver([unknown, empty, tagged], accepting: .firstSuccess)
    #expect(try await first.resolve(page).metadata.tags.isEmpty)
    let last = CompositeResolver([empty, unknown])
    #expect(try await last.resolve(page).metadata.tags.isEmpty)
    #expect(try await CompositeResolver([empty]).resolve(url("shop://x")).isDirect)
  }

  @Test func returnsTheFirstAnswerWithoutTagsIfNoAnswerHasTags() async throws {
    let pages = [404, 200].map { status in
      HTTPResolver(options: .patient, transport: FakeTransport { _ in .init(status: status) })
    }
    #expect(try await CompositeResolver(pages).resolve(page).status == 404)
  }

  @Test func reportsWhyAllResolversFailed() async throws {
    let one = await #expect(throws: AppLinkResolveError.self) {
      try await CompositeResolver([unknown]).resolve(page)
    }
    #expect(one?.code == .unknownURL)
    let all = await #expect(throws: AppLinkResolveError.self) {
      try await CompositeResolver([unknown, unknown]).resolve(page)
    }
    #expect(all?.code == .allFailed)
    #expect((all?.underlying as? AggregateError<any Error>)?.errors.count == 2)
    let none = await #expect(throws: AppLinkResolveError.self) {
      try await CompositeResolver([]).resolve(page)
    }
    #expect(none?.code == .allFailed)
  }

  @Test func queriesTheNextResolverIfOneTakesTooLongAndCancelsThatOne() async throws {
    let slow = ManualResolver()
    let clock = ManualClock()
    let resolver = CompositeResolver([slow, tagged], timeLimit: .seconds(5), clock: clock)
    let answer = resolver.futureResolve(page)
    try await clock.waitForPendingTimers()
    clock.advance(by: .seconds(5))
    #expect(try await answer.value.metadata.tags.count == 1)
    #expect(slow.cancellations.value == 1)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func queriesNoOtherResolverAfterACancellation() async throws {
    let slow = ManualResolver()
    let after = ManualResolver()
    let resolver = CompositeResolver([slow, after])
    let task = Task { try await resolver.resolve(page) }
    while slow.asked.count == 0 { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { _ = try await task.value }
    #expect(after.asked.count == 0)
  }

  @Test func limitsTheTimeOfAnyResolver() async throws {
    let slow = ManualResolver()
    let clock = ManualClock()
    let answer = slow.limited(to: .seconds(1), clock: clock).futureResolve(page)
    clock.advance(by: .seconds(1))
    #expect((answer.currentError as? AppLinkResolveError)?.code == .timedOut)
    #expect(slow.cancellations.value == 1)
    let other = slow.limited(to: .seconds(1), clock: clock).futureResolve(page)
    other.cancel()
    #expect(slow.cancellations.value == 2)
    let third = slow.limited(to: .seconds(1), clock: clock).futureResolve(page)
    slow.answer(2)
    #expect(third.currentValue != nil)
    #expect(clock.pendingTimers.isEmpty)
  }
}
