import BenchmarkHarness
import Futures
import NIOCore

extension Benchmark {
  /// `chain-pending`: a promise, ten `map`, one observer, and then the promise is completed.
  ///
  /// Isolates what a link costs that is made before there is a value: storing its closure, and
  /// later being driven by the completion upstream. No closure captures anything, so none needs a
  /// context of its own; with captures both sides pay more.
  static func chainPending<P: Payload>(of payload: P.Type, on loop: any EventLoop) -> Benchmark {
    let links = 10
    return Benchmark(
      "chain-pending" + P.suffix,
      unit: "link",
      operations: links,
      bar: Bar(ratio: 0.55, allocations: 2.1),
      ours: Side("tenon") { iterations in
        let value = P.sample()
        for _ in 0..<iterations {
          let promise = opaque(Promise<P, any Error>())
          var future = promise.future
          for _ in 0..<links { future = future.map { $0.next() } }
          future.onComplete { blackHole($0) }
          promise.succeed(value)
        }
      },
      peers: Side("swift-nio") { iterations in
        let value = P.sample()
        for _ in 0..<iterations {
          let promise = opaque(loop.makePromise(of: P.self))
          var future = promise.futureResult
          for _ in 0..<links { future = future.map { $0.next() } }
          future.whenComplete { blackHole($0) }
          promise.succeed(value)
        }
      },
      .openCombineChainPending(of: payload, links: links),
      .taskChain(of: payload, links: links)
    )
  }
}
