import BenchmarkHarness
import Futures
import FuturesNIO
import NIOCore
import NIOEmbedded

extension Benchmark {
  /// One allocation more than the four of swift-nio's own `hop`, and a little for what iterations
  /// share.
  private static let oneMoreThanAHop = 5.05

  /// `nio-out`: a promise of ours, its future on an event loop, one observer there, and then the
  /// promise is completed.
  ///
  /// Isolates the cost of handing a value to swift-nio. The peer hops from one event loop to
  /// another. Both loops belong to this thread, so that neither side wakes a thread.
  static func nioOut<P: Payload>(of payload: P.Type, on loop: any EventLoop) -> Benchmark {
    Benchmark(
      "nio-out" + P.suffix,
      unit: "future",
      operations: 1,
      bar: Bar(allocations: oneMoreThanAHop),
      ours: Side("tenon") { iterations in
        let value = P.sample()
        for _ in 0..<iterations {
          let promise = opaque(Promise<P, any Error>())
          promise.future.hop(to: loop).whenComplete { blackHole($0) }
          promise.succeed(value)
        }
      },
      peers: .nioHop(of: payload, from: loop)
    )
  }

  /// `nio-in`: a promise of swift-nio, its future as one of ours, one observer, and then the
  /// promise is completed.
  static func nioIn<P: Payload>(of payload: P.Type, on loop: any EventLoop) -> Benchmark {
    Benchmark(
      "nio-in" + P.suffix,
      unit: "future",
      operations: 1,
      bar: Bar(allocations: oneMoreThanAHop),
      ours: Side("tenon") { iterations in
        let value = P.sample()
        for _ in 0..<iterations {
          let promise = opaque(loop.makePromise(of: P.self))
          Future(promise.futureResult).onComplete { blackHole($0) }
          promise.succeed(value)
        }
      },
      peers: .nioHop(of: payload, from: loop)
    )
  }
}

extension Side {
  /// A promise, its future on another event loop, one observer there, and the completion.
  fileprivate static func nioHop<P: Payload>(of payload: P.Type, from loop: any EventLoop) -> Side {
    Side("swift-nio") { iterations in
      let value = P.sample()
      let other = EmbeddedEventLoop()
      for _ in 0..<iterations {
        let promise = opaque(loop.makePromise(of: P.self))
        promise.futureResult.hop(to: other).whenComplete { blackHole($0) }
        promise.succeed(value)
      }
    }
  }
}
