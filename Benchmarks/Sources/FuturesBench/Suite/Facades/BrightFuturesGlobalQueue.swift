import BenchmarkHarness
import BrightFuturesCompat
import Dispatch
import Futures

extension Benchmark {
  /// `brightfutures-global-queue`: ten `map` on the global queue one after another, while the
  /// thread that made them waits.
  ///
  /// Isolates what a context that is a closure, and a turn for each closure, add to `map(on:
  /// .global())`. That queue is the default context everywhere but on the main queue, where this
  /// benchmark runs. There is no counterpart with swift-nio, whose futures belong to a thread.
  static func brightFuturesGlobalQueue<P: Payload>(of payload: P.Type) -> Benchmark {
    let links = 10
    let queue = DispatchQueue.global().context
    let context = Futures.ExecutionContext.global()
    return Benchmark(
      "brightfutures-global-queue" + P.suffix,
      unit: "link",
      operations: links,
      bar: Bar(ratio: 2.5),
      counts: .steady,
      ours: Side("tenon") { iterations in
        let value = P.sample()
        for _ in 0..<iterations {
          let promise = opaque(BrightFuturesCompat.Promise<P, any Error>())
          var future = promise.future
          for _ in 0..<links { future = future.map(queue) { $0.next() } }
          promise.success(value)
          blackHole(future.future.wait())
        }
      },
      peers: Side("futures") { iterations in
        let value = P.sample()
        for _ in 0..<iterations {
          let promise = opaque(Futures.Promise<P, any Error>())
          var future = promise.future
          for _ in 0..<links { future = future.on(context).map { $0.next() } }
          promise.succeed(value)
          blackHole(future.wait())
        }
      }
    )
  }
}
