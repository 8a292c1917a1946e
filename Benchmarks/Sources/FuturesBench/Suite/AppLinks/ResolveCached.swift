import AppLinksResolving
import BenchmarkHarness
import Foundation
import Futures

extension Benchmark {
  /// `resolve-cached`: `try await resolver.resolve(url)` for a page whose answer is remembered,
  /// compared with a dictionary behind an actor.
  ///
  /// Isolates the cost of a cached answer: the key of the URL, the look-up, the clock. Everything
  /// runs on the calling thread. The actor uses the URL itself as the key and ignores the age of
  /// answers, so it does less.
  static func resolveCached() -> Benchmark {
    let pages = (0..<100).compactMap { URL(string: "https://shop.example/socks/\($0)?size=40") }
    let metadata = AppLinkMetadata(tags: [
      AppLinkTag(property: "al:ios:url", content: "shop://socks"),
      AppLinkTag(property: "al:ios:app_name", content: "Shop"),
      AppLinkTag(property: "al:android:package", content: "org.example.shop"),
    ])
    let table = Dictionary(pages.map { ($0, metadata) }) { $1 }
    let resolver: any AppLinkPageResolving = opaque(CachingResolver(StaticResolver(table)))
    for page in pages { _ = resolver.futureResolve(page).wait() }
    return Benchmark(
      "resolve-cached",
      unit: "resolve",
      operations: pages.count,
      ours: Side("tenon") { iterations in
        let executor = DrainingExecutor()
        _ = Task(executorPreference: executor) {
          for _ in 0..<iterations {
            for page in pages { blackHole(try await resolver.resolve(page)) }
          }
        }
        executor.drain()
      },
      peers: Side("actor") { iterations in
        let executor = DrainingExecutor()
        let cache = opaque(Cache(table))
        _ = Task(executorPreference: executor) {
          for _ in 0..<iterations {
            for page in pages { blackHole(await cache.metadata(of: page)) }
          }
        }
        executor.drain()
      }
    )
  }
}

/// The obvious cache.
private actor Cache {
  private let pages: [URL: AppLinkMetadata]

  init(_ pages: [URL: AppLinkMetadata]) { self.pages = pages }

  func metadata(of url: URL) -> AppLinkMetadata? { pages[url] }
}
