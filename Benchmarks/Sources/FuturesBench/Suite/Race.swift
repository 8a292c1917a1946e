import BenchmarkHarness
import Futures
import NIOCore

extension Benchmark {
  /// `race`: the first of a thousand pending futures, one observer; the last one wins, then the
  /// others are completed.
  ///
  /// Isolates the cost of one more competitor, and of the work that remains for those that lost.
  /// The peer has no such operation; its futures cascade into one promise, whose first completion
  /// counts.
  static func race<P: Payload>(of payload: P.Type, on loop: any EventLoop) -> Benchmark {
    let count = 1_000
    return Benchmark(
      "race" + P.suffix,
      unit: "future",
      operations: count,
      bar: Bar(ratio: 1),
      ours: Side("tenon") { iterations in
        let value = P.sample()
        for _ in 0..<iterations {
          let promises = (0..<count).map { _ in Promise<P, any Error>() }
          promises.map { $0.future }.firstCompleted().onComplete { blackHole($0) }
          for promise in promises.reversed() { promise.succeed(value) }
        }
      },
      peers: Side("swift-nio") { iterations in
        let value = P.sample()
        for _ in 0..<iterations {
          let promises = (0..<count).map { _ in loop.makePromise(of: P.self) }
          let first = loop.makePromise(of: P.self)
          for promise in promises { promise.futureResult.cascade(to: first) }
          first.futureResult.whenComplete { blackHole($0) }
          for promise in promises.reversed() { promise.succeed(value) }
        }
      }
    )
  }
}
