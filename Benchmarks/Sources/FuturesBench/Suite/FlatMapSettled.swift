import BenchmarkHarness
import Futures
import NIOCore

extension Benchmark {
  /// `flatmap-settled`: a promise, ten `flatMap` that return settled futures, one observer, and
  /// then the promise is completed.
  ///
  /// Isolates the cost of taking over the outcome of a settled inner future: a link of
  /// `chain-pending`, plus one settled future that is created and read. The peer's closure has to
  /// capture its loop, without which no future of the peer can be created.
  static func flatMapSettled<P: Payload>(of payload: P.Type, on loop: any EventLoop) -> Benchmark {
    let links = 10
    return Benchmark(
      "flatmap-settled" + P.suffix,
      unit: "link",
      operations: links,
      bar: Bar(ratio: P.bar(0.45, string: 0.48), allocations: 3.5),
      ours: Side("tenon") { iterations in
        let value = P.sample()
        for _ in 0..<iterations {
          let promise = opaque(Promise<P, any Error>())
          var future = promise.future
          for _ in 0..<links { future = future.flatMap { Future(value: $0.next()) } }
          future.onComplete { blackHole($0) }
          promise.succeed(value)
        }
      },
      peers: Side("swift-nio") { iterations in
        let value = P.sample()
        for _ in 0..<iterations {
          let promise = opaque(loop.makePromise(of: P.self))
          var future = promise.futureResult
          for _ in 0..<links { future = future.flatMap { loop.makeSucceededFuture($0.next()) } }
          future.whenComplete { blackHole($0) }
          promise.succeed(value)
        }
      },
      .openCombineFlatMapSettled(of: payload, links: links)
    )
  }
}
