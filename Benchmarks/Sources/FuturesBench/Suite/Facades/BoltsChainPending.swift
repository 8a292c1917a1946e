import BenchmarkHarness
import BoltsCompat
import Futures
import NIOCore

extension Benchmark {
  /// `bolts-chain-pending`: `chain-pending` in Bolts' words, on the immediate executor.
  ///
  /// Isolates what `continueOnSuccessWith` adds to the `map` it wraps. The one observer is
  /// that of `chain-pending`, registered on the task's future.
  static func boltsChainPending<P: Payload>(
    of payload: P.Type,
    on loop: any EventLoop
  ) -> [Benchmark] {
    let links = 10
    return facade(
      "bolts-chain-pending" + P.suffix,
      of: chainPending(of: payload, on: loop),
      bar: 1.3
    ) { iterations in
      let value = P.sample()
      for _ in 0..<iterations {
        let source = opaque(BFTaskCompletionSource<P>())
        var task = source.task
        for _ in 0..<links { task = task.continueOnSuccessWith(.immediate) { $0.next() } }
        task.future.onComplete { blackHole($0) }
        source.set(result: value)
      }
    }
  }
}
