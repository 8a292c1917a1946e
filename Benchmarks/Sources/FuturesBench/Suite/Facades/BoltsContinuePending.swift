import BenchmarkHarness
import BoltsCompat
import Futures
import NIOCore

extension Benchmark {
  /// `bolts-continue-pending`: a promise, ten `continueWith`, one observer, and then the promise is
  /// completed.
  ///
  /// Isolates what `continueWith` adds to a `map` that may throw: its closure gets a task, which
  /// has to be created from the outcome.
  static func boltsContinuePending<P: Payload>(
    of payload: P.Type,
    on loop: any EventLoop
  ) -> [Benchmark] {
    let links = 10
    return facade(
      "bolts-continue-pending" + P.suffix,
      of: throwingMapPending(of: payload, on: loop),
      bar: 1.3
    ) { iterations in
      let value = P.sample()
      for _ in 0..<iterations {
        let source = opaque(BFTaskCompletionSource<P>())
        var task = source.task
        for _ in 0..<links {
          task = task.continueWith(.immediate) { task in
            guard let result = task.result else { throw CancelledError() }
            return result.next()
          }
        }
        task.future.onComplete { blackHole($0) }
        source.set(result: value)
      }
    }
  }

  /// The same work with `Futures` and with swift-nio.
  private static func throwingMapPending<P: Payload>(
    of payload: P.Type,
    on loop: any EventLoop
  ) -> Benchmark {
    let links = 10
    return Benchmark(
      "throwing-map-pending" + P.suffix,
      unit: "link",
      operations: links,
      ours: Side("futures") { iterations in
        let value = P.sample()
        for _ in 0..<iterations {
          let promise = opaque(Promise<P, any Error>())
          var future = promise.future
          for _ in 0..<links {
            future = future.map { value throws -> P in value.next() }
          }
          future.onComplete { blackHole($0) }
          promise.succeed(value)
        }
      },
      peers: Side("swift-nio") { iterations in
        let value = P.sample()
        for _ in 0..<iterations {
          let promise = opaque(loop.makePromise(of: P.self))
          var future = promise.futureResult
          for _ in 0..<links {
            let next = loop.makePromise(of: P.self)
            future.whenComplete { result in next.completeWith(result.map { $0.next() }) }
            future = next.futureResult
          }
          future.whenComplete { blackHole($0) }
          promise.succeed(value)
        }
      }
    )
  }
}
