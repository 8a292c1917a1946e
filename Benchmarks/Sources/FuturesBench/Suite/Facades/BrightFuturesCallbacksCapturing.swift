import BenchmarkHarness
import BrightFuturesCompat
import Futures
import NIOCore

extension Benchmark {
  /// `brightfutures-callbacks-capturing`: `brightfutures-callbacks` with closures that capture two
  /// values, as callbacks of programs do.
  ///
  /// `Futures` stores closures that capture nothing without allocating, which no façade can do:
  /// each has to remember its turn. Here both sides have something to store.
  static func brightFuturesCallbacksCapturing<P: Payload>(
    of payload: P.Type,
    on loop: any EventLoop
  ) -> [Benchmark] {
    let observers = 1_000
    return facade(
      "brightfutures-callbacks-capturing" + P.suffix,
      of: fanOutCapturing(of: payload, on: loop),
      bar: 2.5
    ) { iterations in
      let value = P.sample()
      for _ in 0..<iterations {
        let promise = opaque(BrightFuturesCompat.Promise<P, any Error>())
        let future = promise.future
        for number in 0..<observers {
          future.onComplete(immediateExecutionContext) { [iterations] in
            blackHole($0)
            noteNumbers(number, iterations)
          }
        }
        promise.success(value)
      }
    }
  }

  /// The same work with `Futures` and with swift-nio.
  private static func fanOutCapturing<P: Payload>(
    of payload: P.Type,
    on loop: any EventLoop
  ) -> Benchmark {
    let observers = 1_000
    return Benchmark(
      "fan-out-capturing" + P.suffix,
      unit: "observer",
      operations: observers,
      ours: Side("futures") { iterations in
        let value = P.sample()
        for _ in 0..<iterations {
          let promise = opaque(Futures.Promise<P, any Error>())
          let future = promise.future
          for number in 0..<observers {
            future.onComplete { [iterations] in
              blackHole($0)
              noteNumbers(number, iterations)
            }
          }
          promise.succeed(value)
        }
      },
      peers: Side("swift-nio") { iterations in
        let value = P.sample()
        for _ in 0..<iterations {
          let promise = opaque(loop.makePromise(of: P.self))
          let future = promise.futureResult
          for number in 0..<observers {
            future.whenComplete { [iterations] in
              blackHole($0)
              noteNumbers(number, iterations)
            }
          }
          promise.succeed(value)
        }
      }
    )
  }
}

/// Ignores what a closure has captured, which the compiler does not know.
@inline(never)
private func noteNumbers(_ first: Int, _ second: Int) { _ = opaque(first &+ second) }
