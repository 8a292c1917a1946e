import AppLinks
import AppLinksResolving
import AppLinksTestSupport
import Foundation
import Futures
import FuturesTesting
import JSONValues
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct IndexResolverTests {
  private let clock = ManualClock()
  private let index = ManualIndex()

  private func resolver(maximumCount: Int = 50) -> IndexResolver {
    IndexResolver(
      batching: .init(window: .milliseconds(10), maximumCount: maximumCount),
      clock: clock,
      lookUp: index.lookUp
    )
  }

  private func ask(_ resolver: IndexResolver, _ numbers: [Int]) -> [Future<
    AppLinkResolution, any Error
  >] {
    numbers.map { resolver.futureResolve(url("https://e.com/\($0)")) }
  }

  @Test func requestsManyURLsAtOnce() async throws {
    let resolver = resolver()
    let answers = ask(resolver, [1, 2, 3, 2])
    clock.advance(by: .milliseconds(9))
    #expect(index.requests.count == 0)
    clock.advance(by: .milliseconds(1))
    try await index.request(0).answer { url in
      .metadata(AppLinkMetadata(tags: [AppLinkTag(property: "al:ios:url", content: url.path)]))
    }
    let paths = try await answers.all(.failInOrder).value.map { $0.metadata.tags.map(\.content) }
    #expect(paths == [["/1"], ["/2"], ["/3"], ["/2"]])
    #expect(index.requests.all.map { $0.urls.map(\.path) } == [["/1", "/2", "/3"]])
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func sendsAFullRequestImmediatelyAndTheRestLater() async throws {
    let resolver = resolver(maximumCount: 2)
    let answers = ask(resolver, [1, 2, 3])
    try await index.request(0).answer { _ in nil }
    #expect(try await answers[0].value.metadata.tags.isEmpty)
    #expect(try await answers[1].value.appLink(for: .phone).webURL == url("https://e.com/2"))
    #expect(index.requests.count == 1)
    #expect(!answers[2].isSettled)
    #expect(clock.pendingTimers.count == 1)
    clock.advance(by: .milliseconds(10))
    try await index.request(1).answer { _ in nil }
    _ = try await answers[2].value
    #expect(index.requests.all.map(\.urls.count) == [2, 1])
  }

  @Test func givesEachURLItsOwnAnswerOrFailure() async throws {
    let answers = ask(resolver(), [1, 2])
    clock.advance(by: .milliseconds(10))
    try await index.request(0).answer { url in
      url.path == "/1" ? .failure(message: "not allowed") : .metadata(AppLinkMetadata(tags: []))
    }
    let error = await answers[0].result.failure as? AppLinkResolveError
    #expect(error?.code == .indexFailed)
    #expect(error?.description == "https://e.com/1: not allowed")
    #expect(try await answers[1].value.sourceURL == url("https://e.com/2"))
  }

  @Test func disclosesFragmentsNeitherToTheIndexNorToOtherCallers() async throws {
    let resolver = resolver()
    let pages = ["#token=a", "#token=b", ""].map { url("https://e.com/1\($0)") }
    let answers = pages.map { resolver.futureResolve($0) }
    clock.advance(by: .milliseconds(10))
    try await index.request(0).answer { _ in .metadata(AppLinkMetadata(tags: [])) }
    #expect(try await answers.all(.failInOrder).value.map(\.sourceURL) == pages)
    let failures = pages.map { resolver.futureResolve($0) }
    clock.advance(by: .milliseconds(10))
    try await index.request(1).answer { _ in .failure(message: "not allowed") }
    for (failure, page) in zip(failures, pages) {
      #expect((await failure.result.failure as? AppLinkResolveError)?.url == page)
    }
    #expect(index.requests.all.map(\.urls) == [[pages[2]], [pages[2]]])
  }

  @Test func failsForAllCallersIfTheRequestFails() async throws {
    let answers = ask(resolver(), [1, 2])
    clock.advance(by: .milliseconds(10))
    try await index.request(0).promise.fail(URLError(.badServerResponse))
    for answer in answers {
      let error = await answer.result.failure as? AppLinkResolveError
      #expect(error?.code == .indexFailed)
      #expect(error?.underlying is URLError)
    }
  }

  @Test func doesNotSendQuestionsWithoutCallers() async throws {
    let resolver = resolver()
    let answers = ask(resolver, [1, 2, 2])
    answers[0].cancel()
    answers[1].cancel()
    clock.advance(by: .milliseconds(10))
    try await index.request(0).answer { _ in nil }
    _ = try await answers[2].value
    #expect(index.requests.all.map { $0.urls.map(\.path) } == [["/2"]])
    ask(resolver, [3])[0].cancel()
    #expect(clock.pendingTimers.isEmpty)
    clock.advance(by: .seconds(1))
    #expect(index.requests.count == 1)
  }

  @Test func cancelsARequestWhenTheLastCallerLeaves() async throws {
    let resolver = resolver()
    let answers = ask(resolver, [1, 2])
    clock.advance(by: .milliseconds(10))
    let request = try await index.request(0)
    answers[0].cancel()
    #expect(!request.promise.future.isSettled)
    answers[1].cancel()
    _ = await request.promise.future.result
    #expect(request.promise.future.currentError is CancellationError)
    // A new caller then does not join the cancelled request.
    let next = ask(resolver, [1])
    clock.advance(by: .milliseconds(10))
    try await index.request(1).answer { _ in nil }
    _ = try await next[0].value
  }

  @Test func resolvesTheURLOfAnAppWithoutARequest() async throws {
    #expect(try await resolver().resolve(url("shop://x")).isDirect)
    await #expect(throws: AppLinkResolveError.self) {
      try await resolver().resolve(url("file:///x"))
    }
    let hostless = resolver().futureResolve(url("https:evil.example"))
    #expect((hostless.currentError as? AppLinkResolveError)?.code == .hostRefused)
    #expect(index.requests.count == 0)
  }

  @Test func worksWithTheRealClock() async throws {
    let resolver = IndexResolver { urls in
      IndexAnswer(entries: [urls[0].absoluteString: .metadata(AppLinkMetadata(tags: []))])
    }
    #expect(try await resolver.resolve(url("https://e.com/1")).metadata.tags.isEmpty)
  }

  @Test func readsTheAnswerOfAGraphAPIWithVariations() throws {
    let json = try JSONValue(
      parsing: #"""
        {"https://e.com/1": {"id": "x", "app_links": {
          "ios": [
            {"url": "a://1", "app_store_id": 12345, "app_name": "A"}, {"url": "b://1", "extra": {}, "n": null},
            {}, 7
          ],
          "android": {"package": "org.a"}, "web": {"url": "https://w.e/", "should_fallback": false},
          "bad:name": [{"url": "x"}], "weird": 7
        }},
        "https://e.com/2": {"id": "y"}, "https://e.com/3": {"error": {"message": "go\naway", "code": 7}},
        "https://e.com/9": {"app_links": {"web": null}},
        "https://e.com/4": [], "https://e.com/5%2C6": {"app_links": {"ios": []}}, "https://e.com/7": {"error": "no"}}
        """#
    )
    let answer = try IndexAnswer(json: json)
    guard case .metadata(let metadata)? = answer[url("https://e.com/1")] else {
      Issue.record("no metadata")
      return
    }
    #expect(
      metadata.targets(for: .phone) == [
        .apple(.init(rawURL: "a://1", appStoreID: "12345", appName: "A")),
        .apple(.init(rawURL: "b://1")),
      ]
    )
    #expect(metadata.targets(for: .android) == [.android(.init(packageName: "org.a"))])
    #expect(metadata.webURL(for: url("https://e.com/1")) == nil)
    #expect(answer[url("https://e.com/2")] == .metadata(AppLinkMetadata(tags: [])))
    #expect(
      answer[url("https://e.com/3")]
        == .failure(message: "the index reports an error: go away")
    )
    #expect(answer[url("https://e.com/4")] == .metadata(AppLinkMetadata(tags: [])))
    #expect(answer[url("https://e.com/5,6")] == .metadata(AppLinkMetadata(tags: [])))
    #expect(answer[url("https://e.com/7")] == .failure(message: "the index reports an error: no"))
    #expect(answer[url("https://e.com/8")] == nil)
    #expect(answer[url("https://e.com/9")] == .metadata(AppLinkMetadata(tags: [])))
    #expect(throws: IndexError.self) { try IndexAnswer(json: ["error": ["message": "token"]]) }
    #expect(throws: IndexError.self) { try IndexAnswer(json: []) }
  }
}

/// An index that answers when the test tells it to.
private final class ManualIndex: Sendable {
  struct Request: Sendable {
    let urls: [URL]
    let promise = Promise<IndexAnswer, any Error>()

    func answer(_ entry: (URL) -> IndexAnswer.Entry?) {
      let entries = urls.map { ($0.absoluteString, entry($0)) }
      promise.succeed(
        IndexAnswer(entries: Dictionary(entries) { $1 }.compactMapValues { $0 })
      )
    }
  }

  let requests = Log<Request>()
  private let arrivals: [Promise<Request, any Error>] = (0..<4).map { _ in Promise() }

  @Sendable func lookUp(_ urls: [URL]) async throws -> IndexAnswer {
    let request = Request(urls: urls)
    requests.add(request)
    arrivals[requests.count - 1].succeed(request)
    return try await withTaskCancellationHandler {
      try await request.promise.future.value
    } onCancel: {
      request.promise.cancel()
    }
  }

  /// Waits for a request.
  ///
  /// The first one is 0.
  func request(_ index: Int) async throws -> Request { try await arrivals[index].future.value }
}
