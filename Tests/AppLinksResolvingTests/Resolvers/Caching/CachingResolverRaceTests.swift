import AppLinks
import AppLinksResolving
import AppLinksTestSupport
import Foundation
import Futures
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct CachingResolverRaceTests {
  private static let rounds = StressSize.rounds / 20

  /// A caller that starts while the last other caller leaves receives an answer and never the
  /// other's cancellation.
  @Test func askingAgainstLeaving() async {
    let base = CountingResolver()
    let cache = CachingResolver(base, limits: CacheLimits(lifetime: .zero))
    let page = url("https://e.com/p")
    let wrong = Counter()
    let first = Box<Future<AppLinkResolution, any Error>?>(nil)
    let second = Box<Future<AppLinkResolution, any Error>?>(nil)
    for _ in 0..<10 {
      await race(rounds: Self.rounds / 10) { _ in
        let answer = cache.futureResolve(page)
        first.value = answer
        answer.cancel()
      } _: { _ in
        let answer = cache.futureResolve(page)
        base.answerAll()
        // The answer can be on its way on the other thread.
        answer.onComplete { if $0.failure != nil { wrong.add() } }
        second.value = answer
      }
    }
    base.answerAll()
    _ = await second.value?.result
    #expect(wrong.value == 0)
  }

  /// Two concurrent callers with the same URL share one request or follow each other, and both
  /// receive the answer.
  @Test func askingAgainstAsking() async {
    let base = CountingResolver()
    let cache = CachingResolver(base)
    let missing = Counter()
    await race(rounds: Self.rounds) { round in
      let answer = cache.futureResolve(url("https://e.com/\(round)"))
      base.answerAll()
      answer.onFailure { _ in missing.add() }
    } _: { round in
      let answer = cache.futureResolve(url("https://e.com/\(round)"))
      base.answerAll()
      answer.onFailure { _ in missing.add() }
    }
    #expect(missing.value == 0)
    #expect(base.count == Self.rounds)
    #expect(cache.count == min(Self.rounds, 1000))
  }

  /// Removing answers concurrently loses no answer.
  @Test func askingAgainstForgetting() async {
    let base = CountingResolver()
    let cache = CachingResolver(base, limits: CacheLimits(count: 10))
    let answers = Counter()
    await race(rounds: Self.rounds) { round in
      let answer = cache.futureResolve(url("https://e.com/\(round % 20)"))
      base.answerAll()
      answer.onComplete { if $0.failure == nil { answers.add() } }
    } _: { round in
      if round % 3 == 0 {
        cache.removeAll()
      } else {
        cache.remove(url("https://e.com/\(round % 20)"))
      }
    }
    #expect(answers.value == Self.rounds)
    #expect(cache.count <= 10)
  }
}

/// A resolver whose pending requests are answered together.
private final class CountingResolver: FutureResolving {
  private struct Request {
    let url: URL
    let promise: Promise<AppLinkResolution, any Error>
  }

  private let requests = Locked<[Request]>([])
  private let counter = Counter()

  var count: Int { counter.value }

  func resolve(_ url: URL) async throws -> AppLinkResolution {
    try await futureResolve(url).value
  }

  func answer(
    to url: URL,
    cancellation token: CancellationToken
  ) -> Future<AppLinkResolution, any Error> {
    let promise = Promise<AppLinkResolution, any Error>()
    counter.add()
    requests.withLock { $0.append(Request(url: url, promise: promise)) }
    return promise.future.map(cancellation: token) { $0 }
  }

  func answerAll() {
    let taken = requests.withLock { requests in
      defer { requests = [] }
      return requests
    }
    for request in taken { request.promise.succeed(AppLinkResolution(sourceURL: request.url)) }
  }
}
