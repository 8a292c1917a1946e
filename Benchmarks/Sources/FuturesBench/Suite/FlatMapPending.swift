import BenchmarkHarness
import Futures
import NIOCore

extension Benchmark {
  /// `flatmap-pending`: ten `flatMap`, each returning a future that is completed later, one
  /// observer; the head is completed first and then the inner promises in order.
  ///
  /// Isolates the cost of linking a pending inner future to the outer one: the wait is handed over,
  /// and each completion drives one link. The inner promises are created beforehand, so every
  /// closure captures its future, on both sides: one more allocation per link, and one for the
  /// promise.
  static func flatMapPending<P: Payload>(of payload: P.Type, on loop: any EventLoop) -> Benchmark {
    let links = 10
    return Benchmark(
      "flatmap-pending" + P.suffix,
      unit: "link",
      operations: links,
      bar: Bar(ratio: P.bar(0.62, string: 0.63), allocations: 4.5),
      ours: Side("tenon") { iterations in
        let value = P.sample()
        var steps: [Promise<P, any Error>] = []
        steps.reserveCapacity(links)
        for _ in 0..<iterations {
          let promise = opaque(Promise<P, any Error>())
          var future = promise.future
          for _ in 0..<links {
            let step = Promise<P, any Error>()
            let inner = step.future
            future = future.flatMap { _ in inner }
            steps.append(step)
          }
          future.onComplete { blackHole($0) }
          promise.succeed(value)
          for step in steps { step.succeed(value) }
          steps.removeAll(keepingCapacity: true)
        }
      },
      peers: Side("swift-nio") { iterations in
        let value = P.sample()
        var steps: [EventLoopPromise<P>] = []
        steps.reserveCapacity(links)
        for _ in 0..<iterations {
          let promise = opaque(loop.makePromise(of: P.self))
          var future = promise.futureResult
          for _ in 0..<links {
            let step = loop.makePromise(of: P.self)
            let inner = step.futureResult
            future = future.flatMap { _ in inner }
            steps.append(step)
          }
          future.whenComplete { blackHole($0) }
          promise.succeed(value)
          for step in steps { step.succeed(value) }
          steps.removeAll(keepingCapacity: true)
        }
      },
      .openCombineFlatMapPending(of: payload, links: links)
    )
  }
}
