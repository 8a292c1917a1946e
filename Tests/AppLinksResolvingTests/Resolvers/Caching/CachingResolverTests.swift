import AppLinks
import AppLinksResolving
import AppLinksTestSupport
import Foundation
import Futures
import FuturesTesting
import LoopbackServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct CachingResolverTests {
  private let base = ManualResolver()
  private let clock = ManualClock()
  private let page = url("https://e.com/p")

  private func cache(_ limits: CacheLimits = .init(lifetime: .seconds(60))) -> CachingResolver {
    CachingResolver(base, limits: limits, clock: clock)
  }

  /// Fills a cache with answers for pages.
  private func fill(_ cache: CachingResolver, _ pages: [Int]) {
    for number in pages {
      let before = base.asked.count
      cache.futureResolve(url("https://e.com/\(number)")).onFailure { _ in }
      if base.asked.count > before { base.answer(before) }
    }
  }

  @Test func cachesAnAnswerForItsLifetime() async throws {
    let cache = cache()
    let first = cache.futureResolve(page)
    base.answer(0)
    #expect(first.currentValue?.status == 200)
    clock.advance(by: .milliseconds(59_900))
    #expect(try await cache.resolve(page) == first.currentValue)
    #expect(cache.futureResolve(page).currentValue == first.currentValue)
    #expect(base.asked.count == 1)
    clock.advance(by: .milliseconds(100))
    let second = cache.futureResolve(page)
    #expect(!second.isSettled)
    base.answer(1, tag: "b://x")
    #expect(second.currentValue?.metadata.tags.map(\.content) == ["b://x"])
    #expect(try await cache.resolve(page) == second.currentValue)
    #expect(base.asked.count == 2)
    #expect(cache.count == 1)
  }

  @Test func aCancelledTokenGetsNoAnswerNotEvenACachedOne() async throws {
    let cache = cache()
    let first = cache.futureResolve(page)
    base.answer(0)
    #expect(first.currentValue != nil)
    let source = CancellationSource()
    source.cancel()
    let second = cache.futureResolve(page, cancellation: source.token)
    #expect(second.currentError is CancellationError)
    #expect(cache.futureResolve(page).currentValue == first.currentValue)
    #expect(base.asked.count == 1)
  }

  @Test(arguments: [
    ("https://e.com/p#a", "https://e.com/p", true),
    ("HTTPS://E.com:443/p", "https://e.com/p", true),
    ("http://e.com:80", "http://e.com/", true),
    ("https://e.com:/p", "https://e.com/p", true),
    ("https://e.com/P", "https://e.com/p", false),
    ("https://e.com:80/p", "https://e.com/p", false),
    ("https://e.com/p?", "https://e.com/p", false),
    ("https://e.com/p?a#b", "https://e.com/p?a", true),
    ("http://e.com/p", "https://e.com/p", false),
    ("https://U@e.com/p", "https://u@e.com/p", false),
    ("https://e.com?q", "https://e.com/?q", true),
    ("shop:X#a", "shop:X#b", true),
  ]
  )
  func sharesAnAnswerBetweenURLsThatRequestTheSamePage(
    _ first: String,
    _ second: String,
    areSame: Bool
  ) async throws {
    let cache = cache()
    let one = cache.futureResolve(url(first))
    base.answer(0)
    let two = cache.futureResolve(url(second))
    #expect(two.isSettled == areSame)
    if areSame {
      #expect(one.currentValue?.sourceURL == url(first))
      #expect(two.currentValue?.sourceURL == url(second))
    } else {
      base.answer(1)
    }
  }

  @Test func makesOneRequestForConcurrentCallers() async throws {
    let cache = cache()
    let answers = (0..<100).map { cache.futureResolve(url("https://e.com/p#\($0)")) }
    #expect(base.asked.count == 1)
    base.answer(0)
    for (index, answer) in answers.enumerated() {
      #expect(answer.currentValue?.sourceURL == url("https://e.com/p#\(index)"))
    }
  }

  @Test(
    arguments: [true, false],
    ["token=a", "own"]
  )
  func doesNotDiscloseFragmentsToOtherCallers(isUnderWay: Bool, of first: String) async throws {
    let page = url("https://e.com/p#\(first)")
    let transport = FakeTransport { request in
      switch URLParts(request.url).path {
      case "/p": .redirect(to: "/q")
      case "/q": .redirect(to: "/r#own")
      default: .init(body: HTTPResolverTests.page)
      }
    }
    let cache = CachingResolver(HTTPResolver(options: .patient, transport: transport))
    let first = cache.futureResolve(page)
    if !isUnderWay { _ = try await first.value }
    let second = try await cache.resolve(url("https://E.com/p#token=b"))
    #expect(second.redirects == [url("https://E.com/p#token=b"), url("https://e.com/q#token=b")])
    #expect(second.finalURL == url("https://e.com/r#own"))
    let third = try await cache.resolve(url("https://e.com/p"))
    #expect(third.redirects == [url("https://e.com/p"), url("https://e.com/q")])
    #expect(try await cache.resolve(page) == first.value)
    #expect(transport.requests.count == 3)
  }

  @Test func returnsTheCallersURLForAPageWithoutRedirects() async throws {
    let transport = FakeTransport { _ in .init(body: HTTPResolverTests.page) }
    let cache = CachingResolver(HTTPResolver(options: .patient, transport: transport))
    for text in ["https://e.com/p#a", "HTTPS://e.com/p#b", "https://e.com/p"] {
      #expect(try await cache.resolve(url(text)).finalURL == url(text))
    }
    #expect(transport.requests.count == 1)
  }

  @Test func doesNotDiscloseTheURLsOfOtherCallersInErrors() async throws {
    let cache = CachingResolver(
      HTTPResolver(options: .patient, transport: FakeTransport([:])),
      limits: CacheLimits(failureLifetime: .seconds(60))
    )
    for text in ["https://e.com/p#a", "https://e.com/p#b", "https://e.com/p"] {
      let error = await #expect(throws: AppLinkResolveError.self) {
        try await cache.resolve(url(text))
      }
      #expect(error?.code == .hostNotFound)
      #expect(error?.url == url(text))
    }
  }

  @Test(arguments: ["/p", "http://e.com/", "/unknown"]
  )
  func doesNotDiscloseFragmentsOfOtherCallersInTheErrorsOfRedirects(_ location: String) async throws
  {
    let transport = FakeTransport { request in
      switch URLParts(request.url).path {
      case "/p": .redirect(to: "/q")
      case "/q": .redirect(to: location)
      default: nil
      }
    }
    let http = HTTPResolver(options: .patient, transport: transport)
    for base in [http, CompositeResolver([http, StaticResolver([:])])] as [any AppLinkPageResolving]
    {
      let cache = CachingResolver(base, limits: CacheLimits(failureLifetime: .seconds(60)))
      _ = try? await cache.resolve(url("https://e.com/p#first"))
      let count = transport.requests.count
      let error = await #expect(throws: AppLinkResolveError.self) {
        try await cache.resolve(url("https://e.com/p#second"))
      }
      let text = "\(String(describing: error)) \(String(describing: error?.underlying))"
      #expect(error?.url.fragment != "first")
      #expect(!text.contains("first"), "\(text)")
      #expect(transport.requests.count == count)
    }
  }

  @Test func makesOneRequestForAThousandConcurrentCallers() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(body: HTTPResolverTests.page.utf8)
    }
    let cache = CachingResolver(HTTPResolver.patient)
    let page = server.url("/page")
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<1000 {
        group.addTask { try await cache.resolve(page).metadata.tags.count }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == [Int](repeating: 3, count: 1000))
    #expect(server.connectionCount == 1)
  }

  @Test func continuesWhileOneCallerWaits() {
    let cache = cache()
    let source = CancellationSource()
    let first = cache.futureResolve(page)
    let second = cache.futureResolve(page, cancellation: source.token)
    let third = cache.futureResolve(page)
    first.cancel()
    source.cancel()
    #expect(first.currentError is CancellationError)
    #expect(second.currentError is CancellationError)
    #expect(base.cancellations.value == 0)
    base.answer(0)
    #expect(third.currentValue != nil)
  }

  @Test func cancelsTheWorkWhenTheLastCallerLeavesAndStartsAgainForTheNextOne() async {
    let cache = cache()
    let first = cache.futureResolve(page)
    let executor = StepwiseExecutor()
    let task = Task(executorPreference: executor) { try await cache.resolve(page) }
    executor.runAll()
    #expect(base.asked.count == 1)
    first.cancel()
    #expect(base.cancellations.value == 0)
    task.cancel()
    executor.runAll()
    #expect(await task.result.failure is CancellationError)
    #expect(base.cancellations.value == 1)
    let next = cache.futureResolve(page)
    #expect(base.asked.count == 2)
    base.answer(1)
    #expect(next.currentValue != nil)
    #expect(cache.count == 1)
  }

  @Test func closesTheConnectionWhenTheLastCallerLeaves() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      connection.waitForPeerToClose()
    }
    let cache = CachingResolver(HTTPResolver.patient)
    let answers = (0..<3).map { _ in cache.futureResolve(server.url()) }
    _ = try await server.connection().request.value
    for answer in answers { answer.cancel() }
    try await server.connection().peerClosed.timeout(.seconds(600)).value
  }

  @Test func doesNothingForACancelledCaller() {
    let source = CancellationSource()
    source.cancel()
    #expect(
      cache().futureResolve(page, cancellation: source.token).currentError is CancellationError
    )
    #expect(base.asked.count == 0)
  }

  @Test func doesNotCacheFailuresByDefault() {
    let cache = cache()
    let first = cache.futureResolve(page)
    base.fail(0, URLError(.timedOut))
    #expect(first.currentError is URLError)
    let second = cache.futureResolve(page)
    #expect(!second.isSettled)
    base.answer(1)
    #expect(second.currentValue != nil)
  }

  @Test func cachesFailuresForTheirOwnLifetimeButNoCancellations() {
    let cache = cache(CacheLimits(failureLifetime: .seconds(5)))
    cache.futureResolve(page).onFailure { _ in }
    base.fail(0, CancellationError())
    let first = cache.futureResolve(page)
    base.fail(1, URLError(.timedOut))
    #expect(first.currentError is URLError)
    clock.advance(by: .seconds(4))
    #expect(cache.futureResolve(page).currentError is URLError)
    #expect(base.asked.count == 2)
    clock.advance(by: .seconds(1))
    cache.futureResolve(page).onFailure { _ in }
    #expect(base.asked.count == 3)
    base.answer(2)
  }

  @Test(arguments: [404, 503])
  func doesNotCacheThePageOfAnErrorAsAnAnswer(_ status: Int) {
    let cache = cache(CacheLimits(failureLifetime: .seconds(5)))
    let first = cache.futureResolve(page)
    base.answer(0, status: status)
    #expect(first.currentValue?.status == status)
    clock.advance(by: .seconds(4))
    #expect(cache.futureResolve(page).currentValue?.status == status)
    clock.advance(by: .seconds(1))
    let second = cache.futureResolve(page)
    #expect(!second.isSettled)
    base.answer(1)
    #expect(second.currentValue?.status == 200)
    clock.advance(by: .seconds(3000))
    #expect(cache.futureResolve(page).currentValue?.status == 200)
  }

  @Test func queriesAnIndexOnlyForURLsWithoutACachedAnswer() async throws {
    let asked = Log<[URL]>()
    let index = IndexResolver(batching: .init(maximumCount: 3), clock: clock) { urls in
      asked.add(urls)
      return IndexAnswer()
    }
    let cache = CachingResolver(index, clock: clock)
    let pages = (0..<5).map { url("https://e.com/\($0)") }
    _ = try await pages[0..<3].map { cache.futureResolve($0) }.all(.failInOrder).value
    let rest = pages.map { cache.futureResolve($0) }
    clock.advance(by: .milliseconds(10))
    _ = try await rest.all(.failInOrder).value
    #expect(asked.all == [Array(pages[..<3]), Array(pages[3...])])
  }

  @Test func removesTheLeastRecentlyUsedAnswer() {
    let cache = cache(CacheLimits(count: 3))
    fill(cache, [1, 2, 3, 1, 4])
    #expect(cache.count == 3)
    #expect(base.asked.count == 4)
    fill(cache, [1, 3, 4])
    #expect(base.asked.count == 4)
    fill(cache, [2])
    #expect(base.asked.count == 5)
    fill(cache, [3, 4])
    #expect(base.asked.count == 5)
    fill(cache, [1])
    #expect(base.asked.count == 6)
  }

  @Test func observesItsByteLimit() {
    let cache = cache(CacheLimits(totalBytes: 18_000))
    for number in 0..<10 {
      cache.futureResolve(url("https://e.com/\(number)")).onFailure { _ in }
      base.answer(number, tag: "a://" + String(repeating: "x", count: 2000))
    }
    #expect(cache.count == 3)
    // Too large for any limit.
    cache.futureResolve(page).onFailure { _ in }
    base.answer(10, tag: "a://" + String(repeating: "x", count: 20_000))
    #expect(cache.count == 3)
    cache.futureResolve(page).onFailure { _ in }
    #expect(base.asked.count == 12)
    base.answer(11)
  }

  @Test(arguments: [CacheLimits(lifetime: .zero), CacheLimits(count: 0)]
  )
  func canCacheNothingAtAll(_ limits: CacheLimits) {
    let cache = cache(limits)
    fill(cache, [1, 1])
    #expect(base.asked.count == 2)
    #expect(cache.count == 0)
  }

  @Test func removesAnswersOnRequestIncludingPendingOnes() {
    let cache = cache()
    fill(cache, [1, 2])
    let waiting = cache.futureResolve(page)
    cache.remove(url("HTTPS://e.com/1"))
    cache.remove(page)
    let next = cache.futureResolve(page)
    base.answer(2, tag: "old://x")
    #expect(waiting.currentValue?.metadata.tags.first?.content == "old://x")
    #expect(!next.isSettled)
    base.answer(3, tag: "new://x")
    #expect(cache.futureResolve(page).currentValue?.metadata.tags.first?.content == "new://x")
    fill(cache, [1, 2])
    #expect(base.asked.count == 5)
    cache.removeAll()
    #expect(cache.count == 0)
    fill(cache, [1])
    #expect(base.asked.count == 6)
  }

  @Test(arguments: [false, true])
  func doesNotCacheARemovedAnswerThatArrivesLater(_ forgetsAll: Bool) {
    let cache = cache()
    func forget() { if forgetsAll { cache.removeAll() } else { cache.remove(page) } }
    let first = cache.futureResolve(page)
    forget()
    base.answer(0, tag: "old://x")
    #expect(first.currentValue?.metadata.tags.first?.content == "old://x")
    #expect(cache.count == 0)
    let second = cache.futureResolve(page)
    #expect(base.asked.count == 2)
    forget()
    let third = cache.futureResolve(page)
    #expect(base.asked.count == 3)
    base.answer(1, tag: "older://x")
    #expect(second.currentValue?.metadata.tags.first?.content == "older://x")
    // A new caller now joins the third request instead of receiving what was forgotten.
    #expect(cache.count == 0)
    let fourth = cache.futureResolve(page)
    #expect(!fourth.isSettled)
    #expect(base.asked.count == 3)
    base.answer(2, tag: "new://x")
    for answer in [third, fourth, cache.futureResolve(page)] {
      #expect(answer.currentValue?.metadata.tags.first?.content == "new://x")
    }
    #expect(base.asked.count == 3)
  }

  @Test func cancelsRemovedWorkWhenTheLastCallerLeaves() {
    let cache = cache()
    let waiting = cache.futureResolve(page)
    cache.removeAll()
    waiting.cancel()
    #expect(base.cancellations.value == 1)
  }

  @Test func isDeallocatedWithItsLastReferenceWhileAnAnswerIsPending() {
    let reference: WeakReference
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      let cache = CachingResolver(SilentResolver(), clock: clock)
      for _ in 0..<2 {
        cache.futureResolve(page).onComplete { _ in tracked.touch() }
      }
    }
    #expect(reference.isGone)
  }
}

/// A resolver that never answers.
private struct SilentResolver: AppLinkPageResolving, FutureResolving {
  func resolve(_ url: URL) async throws -> AppLinkResolution {
    try await futureResolve(url).value
  }

  func answer(
    to url: URL,
    cancellation token: CancellationToken
  ) -> Future<AppLinkResolution, any Error> { .never }
}
