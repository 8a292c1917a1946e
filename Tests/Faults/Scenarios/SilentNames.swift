import AppLinks
import AppLinksResolving
import Foundation
import Futures
import TestSupport
import Transfers

extension Scenario {
  /// Thirty-two names whose name server is silent, half of whose callers go, while a hundred pages
  /// of other hosts are resolved under the policy for servers.
  ///
  /// The threads are those of the system's lookups; what blocks them is put in, so that each end is
  /// at a known moment. ``silentNameServer`` has the system look up the names.
  static let silentNames = Scenario(name: "silent-names", short: 3, long: 60) { trial in
    await resolveBesideSilence(trial, -1)
    let start = Footprint.now()
    for round in 0..<trial.rounds { await resolveBesideSilence(trial, round) }
    trial.expectNothingRemains(since: start, heap: 4 << 20)
  }

  private static func resolveBesideSilence(_ trial: Trial, _ round: Int) async {
    var random = trial.random(round)
    let answer = Promise<Void, Never>()
    let threads = LookupThreads(limit: .seconds(60)) { name in
      if name.hasPrefix("silent") { _ = answer.future.wait() }
      return ["8.8.8.8", "8.8.4.4"].compactMap { IPAddress($0) }
    }
    var options = HTTPResolver.Options(timeout: .seconds(100))
    options.network = .server
    options.network.names = NameLookup { try await threads.addresses(of: $0) }
    let resolver = HTTPResolver(options: options, transport: OnePage())
    let silent = (0..<32).map { number in
      (resolver.futureResolve(url("silent\(number)")), Bool.random(using: &random))
    }
    while threads.threadCount < 32 { await Task.yield() }
    for (future, goes) in silent where goes { future.cancel() }
    let pages = (0..<100).map { resolver.futureResolve(url("page\($0)")) }
    for page in pages {
      let isThere = await page.timeout(.seconds(600)).result.failure == nil
      trial.count(isThere ? "pages beside silent names" : "pages delayed by silent names")
      trial.expect(isThere, "a silent name delayed the page of another host")
    }
    answer.succeed()
    for (future, goes) in silent {
      let failure = await future.result.failure
      let isRight = goes == (failure is CancellationError)
      trial.expect(isRight, "a silent name ended with \(failure as Any)")
      trial.count(goes ? "callers of silent names that went" : "callers that waited")
    }
    for _ in 0..<10_000 where threads.threadCount > 0 { usleep(1_000) }
    let left = threads.threadCount
    trial.expect(left == 0, "\(left) threads look up names for nobody")
  }

  private static func url(_ name: String) -> URL {
    guard let url = URL(string: "https://\(name).example/") else { preconditionFailure(name) }
    return url
  }
}

/// A transport with one page for all URLs.
struct OnePage: PageTransport {
  func load(_ request: PageRequest, into receiver: PageReceiver) {
    receiver.receive(PageResponse(status: 200))
    receiver.receive(#"<meta property="al:ios:url" content="shop://socks">"#.utf8)
  }
}
