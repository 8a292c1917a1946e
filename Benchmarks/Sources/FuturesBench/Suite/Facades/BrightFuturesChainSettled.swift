import BenchmarkHarness
import BrightFuturesCompat
import Futures
import NIOCore

extension Benchmark {
  /// `brightfutures-chain-settled`: `chain-settled` in BrightFutures' words, on the immediate
  /// context.
  ///
  /// Isolates what `map` adds to the one it wraps when there is nothing to wait for.
  static func brightFuturesChainSettled<P: Payload>(
    of payload: P.Type,
    on loop: any EventLoop
  ) -> [Benchmark] {
    let links = 10
    return facade(
      "brightfutures-chain-settled" + P.suffix,
      of: chainSettled(of: payload, on: loop),
      bar: 1.3
    ) { iterations in
      let value = P.sample()
      for _ in 0..<iterations {
        var future = BrightFuturesCompat.Future<P, any Error>(value: value)
        for _ in 0..<links { future = future.map(immediateExecutionContext) { $0.next() } }
        future.future.onComplete { blackHole($0) }
      }
    }
  }
}
