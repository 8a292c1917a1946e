import BenchmarkHarness
import Futures
import NIOCore

extension Benchmark {
  /// `chain-pending`: a promise, ten `map`, one observer, and then the promise is completed.
  ///
  /// Isolates the cost of a link that is made before there is a value: storing its closure, and
  /// being driven by the completion upstream later. No closure captures anything, but Tenon's
  /// closures have a context all the same, which says where they were written.
  static func chainPending<P: Payload>(of payload: P.Type, on loop: any EventLoop) -> Benchmark {
    let links = 10
    return Benchmark(
      "chain-pending" + P.suffix,
      unit: "link",
      operations: links,
      bar: Bar(ratio: P.bar(0.60, string: 0.65), allocations: 2.5),
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
