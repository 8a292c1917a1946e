import BenchmarkHarness
import Futures
import NIOCore

extension Benchmark {
  /// `chain-capturing`: `chain-pending` with closures that capture a value.
  ///
  /// Isolates what the context of a closure adds: its allocation, and whatever the library wraps
  /// around it. Most closures in real code have such a context.
  static func chainCapturing<P: Payload>(of payload: P.Type, on loop: any EventLoop) -> Benchmark {
    let links = 10
    return Benchmark(
      "chain-capturing" + P.suffix,
      unit: "link",
      operations: links,
      bar: Bar(ratio: P.bar(0.52, string: 0.58), allocations: 2.5),
      ours: Side("tenon") { iterations in
        let value = P.sample()
        for _ in 0..<iterations {
          let promise = opaque(Promise<P, any Error>())
          var future = promise.future
          for _ in 0..<links { future = future.map { _ in value } }
          future.onComplete { blackHole($0) }
          promise.succeed(value)
        }
      },
      peers: Side("swift-nio") { iterations in
        let value = P.sample()
        for _ in 0..<iterations {
          let promise = opaque(loop.makePromise(of: P.self))
          var future = promise.futureResult
          for _ in 0..<links { future = future.map { _ in value } }
          future.whenComplete { blackHole($0) }
          promise.succeed(value)
        }
      }
    )
  }
}
