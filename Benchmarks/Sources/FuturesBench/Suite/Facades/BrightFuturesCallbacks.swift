import BenchmarkHarness
import BrightFuturesCompat
import Futures
import NIOCore

extension Benchmark {
  /// `brightfutures-callbacks`: `fan-out` in BrightFutures' words, on the immediate context.
  ///
  /// Isolates the cost of never running two callbacks of a future at the same time: each takes the
  /// future's turn and passes it on.
  static func brightFuturesCallbacks<P: Payload>(
    of payload: P.Type,
    on loop: any EventLoop
  ) -> [Benchmark] {
    let observers = 1_000
    return facade(
      "brightfutures-callbacks" + P.suffix,
      of: fanOut(of: payload, on: loop),
      bar: 2.5
    ) { iterations in
      let value = P.sample()
      for _ in 0..<iterations {
        let promise = opaque(BrightFuturesCompat.Promise<P, any Error>())
        let future = promise.future
        for _ in 0..<observers { future.onComplete(immediateExecutionContext) { blackHole($0) } }
        promise.success(value)
      }
    }
  }
}
