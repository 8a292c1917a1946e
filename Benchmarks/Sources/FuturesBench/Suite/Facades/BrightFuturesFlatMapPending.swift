import BenchmarkHarness
import BrightFuturesCompat
import Futures
import NIOCore

extension Benchmark {
  /// `brightfutures-flatmap-pending`: `flatmap-pending` in BrightFutures' words, on the immediate
  /// context.
  ///
  /// Isolates what `flatMap` adds to the one it wraps, and a promise to that of `Futures`. There is
  /// one promise for each link.
  static func brightFuturesFlatMapPending<P: Payload>(
    of payload: P.Type,
    on loop: any EventLoop
  ) -> [Benchmark] {
    let links = 10
    return facade(
      "brightfutures-flatmap-pending" + P.suffix,
      of: flatMapPending(of: payload, on: loop),
      bar: 1.3
    ) { iterations in
      let value = P.sample()
      var steps: [BrightFuturesCompat.Promise<P, any Error>] = []
      steps.reserveCapacity(links)
      for _ in 0..<iterations {
        let promise = opaque(BrightFuturesCompat.Promise<P, any Error>())
        var future = promise.future
        for _ in 0..<links {
          let step = BrightFuturesCompat.Promise<P, any Error>()
          let inner = step.future
          future = future.flatMap(immediateExecutionContext) { _ in inner }
          steps.append(step)
        }
        future.future.onComplete { blackHole($0) }
        promise.success(value)
        for step in steps { step.success(value) }
        steps.removeAll(keepingCapacity: true)
      }
    }
  }
}
