import BenchmarkHarness
import Futures
import NIOCore

extension Benchmark {
  /// `fan-out`: a thousand observers on one promise's future, and then it is completed.
  ///
  /// Isolates the cost of one more observer among many: storing it and calling it, without creating
  /// a future for it. The cost of the promise is spread over the thousand.
  static func fanOut<P: Payload>(of payload: P.Type, on loop: any EventLoop) -> Benchmark {
    let observers = 1_000
    return Benchmark(
      "fan-out" + P.suffix,
      unit: "observer",
      operations: observers,
      bar: Bar(ratio: P.bar(0.60, string: 0.60), allocations: 1.2),
      ours: Side("tenon") { iterations in
        let value = P.sample()
        for _ in 0..<iterations {
          let promise = opaque(Promise<P, any Error>())
          let future = promise.future
          for _ in 0..<observers { future.onComplete { blackHole($0) } }
          promise.succeed(value)
        }
      },
      peers: Side("swift-nio") { iterations in
        let value = P.sample()
        for _ in 0..<iterations {
          let promise = opaque(loop.makePromise(of: P.self))
          let future = promise.futureResult
          for _ in 0..<observers { future.whenComplete { blackHole($0) } }
          promise.succeed(value)
        }
      },
      .openCombineFanOut(of: payload, observers: observers)
    )
  }
}
