import BenchmarkHarness
import Futures
import NIOCore

extension Benchmark {
  /// `chain-settled`: a future that has its value, ten `map`, one observer.
  ///
  /// Isolates the cost of a link when the value is already there: nothing waits, so nothing needs
  /// to be stored, and each closure runs before its `map` returns.
  static func chainSettled<P: Payload>(of payload: P.Type, on loop: any EventLoop) -> Benchmark {
    let links = 10
    return Benchmark(
      "chain-settled" + P.suffix,
      unit: "link",
      operations: links,
      bar: Bar(ratio: P.bar(0.57, string: 0.70), allocations: 2.4),
      ours: Side("tenon") { iterations in
        let value = P.sample()
        for _ in 0..<iterations {
          var future = Future<P, any Error>(value: value)
          for _ in 0..<links { future = future.map { $0.next() } }
          future.onComplete { blackHole($0) }
        }
      },
      peers: Side("swift-nio") { iterations in
        let value = P.sample()
        for _ in 0..<iterations {
          var future = loop.makeSucceededFuture(value)
          for _ in 0..<links { future = future.map { $0.next() } }
          future.whenComplete { blackHole($0) }
        }
      },
      .openCombineChainSettled(of: payload, links: links)
    )
  }
}
