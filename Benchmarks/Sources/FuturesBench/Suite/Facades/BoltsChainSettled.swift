import BenchmarkHarness
import BoltsCompat
import Futures
import NIOCore

extension Benchmark {
  /// `bolts-chain-settled`: `chain-settled` in Bolts' words, on the immediate executor.
  ///
  /// Isolates what `continueOnSuccessWith` adds to the `map` it wraps when there is nothing to
  /// wait for.
  static func boltsChainSettled<P: Payload>(
    of payload: P.Type,
    on loop: any EventLoop
  ) -> [Benchmark] {
    let links = 10
    return facade(
      "bolts-chain-settled" + P.suffix,
      of: chainSettled(of: payload, on: loop),
      bar: 1.3
    ) { iterations in
      let value = P.sample()
      for _ in 0..<iterations {
        var task = BFTask(value)
        for _ in 0..<links { task = task.continueOnSuccessWith(.immediate) { $0.next() } }
        task.future.onComplete { blackHole($0) }
      }
    }
  }
}
