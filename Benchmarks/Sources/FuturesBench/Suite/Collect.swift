import BenchmarkHarness
import Futures
import NIOCore

extension Benchmark {
  /// `collect`: a thousand pending futures into one future of an array, which has one observer;
  /// then all are completed in order.
  ///
  /// Isolates the cost of one more element: watching it, counting it, and its place in the array.
  /// Both sides also create the futures themselves. A task group is shown for comparison: its child
  /// tasks have their values at once, because a task cannot be completed from outside.
  static func collect<P: Payload>(of payload: P.Type, on loop: any EventLoop) -> Benchmark {
    let count = 1_000
    return Benchmark(
      "collect" + P.suffix,
      unit: "future",
      operations: count,
      bar: Bar(ratio: P.bar(0.35, string: 0.36), allocations: 2.1),
      ours: .collect(of: payload, count: count),
      peers: Side("swift-nio") { iterations in
        let value = P.sample()
        for _ in 0..<iterations {
          let promises = (0..<count).map { _ in loop.makePromise(of: P.self) }
          EventLoopFuture.whenAllSucceed(promises.map { $0.futureResult }, on: loop)
            .whenComplete { blackHole($0) }
          for promise in promises { promise.succeed(value) }
        }
      },
      .taskGroup(of: payload, count: count)
    )
  }
}

extension Side {
  /// Our side of `collect`, for any number of futures.
  static func collect<P: Payload>(
    of payload: P.Type,
    count: Int,
    named name: String = "tenon"
  ) -> Side {
    Side(name, operations: count) { iterations in
      let value = P.sample()
      for _ in 0..<iterations {
        let promises = (0..<count).map { _ in Promise<P, any Error>() }
        promises.map { $0.future }.all().onComplete { blackHole($0) }
        for promise in promises { promise.succeed(value) }
      }
    }
  }
}
