import BenchmarkHarness
import BoltsCompat
import Futures
import NIOCore

extension Benchmark {
  /// `bolts-flatmap-pending`: `flatmap-pending` in Bolts' words, on the immediate executor.
  ///
  /// Isolates what `continueOnSuccessWithTask` adds to the `flatMap` it wraps, and a completion
  /// source to its promise. There is one promise for each link.
  static func boltsFlatMapPending<P: Payload>(
    of payload: P.Type,
    on loop: any EventLoop
  ) -> [Benchmark] {
    let links = 10
    return facade(
      "bolts-flatmap-pending" + P.suffix,
      of: flatMapPending(of: payload, on: loop),
      bar: 1.3
    ) { iterations in
      let value = P.sample()
      var steps: [BFTaskCompletionSource<P>] = []
      steps.reserveCapacity(links)
      for _ in 0..<iterations {
        let source = opaque(BFTaskCompletionSource<P>())
        var task = source.task
        for _ in 0..<links {
          let step = BFTaskCompletionSource<P>()
          let inner = step.task
          task = task.continueOnSuccessWithTask(.immediate) { _ in inner }
          steps.append(step)
        }
        task.future.onComplete { blackHole($0) }
        source.set(result: value)
        for step in steps { step.set(result: value) }
        steps.removeAll(keepingCapacity: true)
      }
    }
  }
}
