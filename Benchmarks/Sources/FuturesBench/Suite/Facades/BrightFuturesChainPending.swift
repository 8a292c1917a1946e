import BenchmarkHarness
import BrightFuturesCompat
import Futures
import NIOCore

extension Benchmark {
  /// `brightfutures-chain-pending`: `chain-pending` in BrightFutures' words, on the immediate
  /// context.
  ///
  /// Isolates what `map` adds to the one it wraps: a number for each future, so that its
  /// callbacks can take turns. The one observer is that of `chain-pending`, registered on the
  /// engine's future.
  static func brightFuturesChainPending<P: Payload>(
    of payload: P.Type,
    on loop: any EventLoop
  ) -> [Benchmark] {
    let links = 10
    return facade(
      "brightfutures-chain-pending" + P.suffix,
      of: chainPending(of: payload, on: loop),
      bar: 1.3
    ) { iterations in
      let value = P.sample()
      for _ in 0..<iterations {
        let promise = opaque(BrightFuturesCompat.Promise<P, any Error>())
        var future = promise.future
        for _ in 0..<links { future = future.map(immediateExecutionContext) { $0.next() } }
        future.future.onComplete { blackHole($0) }
        promise.success(value)
      }
    }
  }
}
