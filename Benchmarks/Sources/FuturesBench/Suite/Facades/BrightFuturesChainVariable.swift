import BenchmarkHarness
import BrightFuturesCompat
import Futures
import NIOCore

extension Benchmark {
  /// `brightfutures-chain-variable`: `brightfutures-chain-pending` with the context in a variable.
  ///
  /// Isolates the cost of submitting each transform to a closure that runs it synchronously, and of
  /// taking turns. The peer does the same with a context of `Futures` that wraps such a closure.
  static func brightFuturesChainVariable<P: Payload>(of payload: P.Type) -> Benchmark {
    let links = 10
    let context = opaque(inlineContext)
    let wrapped = Futures.ExecutionContext.custom("inline", context)
    return Benchmark(
      "brightfutures-chain-variable" + P.suffix,
      unit: "link",
      operations: links,
      bar: Bar(ratio: 1.25, allocations: 3.6),
      ours: Side("tenon") { iterations in
        let value = P.sample()
        for _ in 0..<iterations {
          let promise = opaque(BrightFuturesCompat.Promise<P, any Error>())
          var future = promise.future
          for _ in 0..<links { future = future.map(context) { $0.next() } }
          future.future.onComplete { blackHole($0) }
          promise.success(value)
        }
      },
      peers: Side("futures") { iterations in
        let value = P.sample()
        for _ in 0..<iterations {
          let promise = opaque(Futures.Promise<P, any Error>())
          var future = promise.future
          for _ in 0..<links { future = future.on(wrapped).map { $0.next() } }
          future.onComplete { blackHole($0) }
          promise.succeed(value)
        }
      }
    )
  }
}
