import BenchmarkHarness
import BrightFuturesCompat
import Futures
import NIOCore

extension Benchmark {
  /// `brightfutures-callbacks-variable`: `brightfutures-callbacks` with the context in a variable,
  /// as programs keep it, so that the library knows nothing about it.
  ///
  /// Isolates the cost of submitting each callback to a closure that runs it synchronously. The
  /// peer does the same with a context of `Futures` that wraps such a closure.
  static func brightFuturesCallbacksVariable<P: Payload>(of payload: P.Type) -> Benchmark {
    let observers = 1_000
    let context = opaque(inlineContext)
    let wrapped = Futures.ExecutionContext.custom("inline", context)
    return Benchmark(
      "brightfutures-callbacks-variable" + P.suffix,
      unit: "observer",
      operations: observers,
      bar: Bar(ratio: 1.1, allocations: 2.2),
      ours: Side("tenon") { iterations in
        let value = P.sample()
        for _ in 0..<iterations {
          let promise = opaque(BrightFuturesCompat.Promise<P, any Error>())
          let future = promise.future
          for _ in 0..<observers { future.onComplete(context) { blackHole($0) } }
          promise.success(value)
        }
      },
      peers: Side("futures") { iterations in
        let value = P.sample()
        for _ in 0..<iterations {
          let promise = opaque(Futures.Promise<P, any Error>())
          let future = promise.future
          for _ in 0..<observers { future.on(wrapped).onComplete { blackHole($0) } }
          promise.succeed(value)
        }
      }
    )
  }
}

/// Runs a task synchronously, which the compiler does not know.
let inlineContext: BrightFuturesCompat.ExecutionContext = { task in task() }
