#if Observability
import BenchmarkHarness
import Futures
import FuturesObservability
import Tracing

extension Benchmark {
  /// Every row, in the order of the table.
  static var observability: [Benchmark] {
    [.measuredFuture(), .measuredContext(), .spanOfFuture(), .measuredRun(), .tracedRun()]
  }

  /// `measured-future`: a promise, its future and one observer; then the promise is completed.
  private static func measuredFuture() -> Benchmark {
    .settling("measured-future") { $0.measured(as: "load") }
  }

  /// `span-of-future`: the same in a span.
  private static func spanOfFuture() -> Benchmark {
    .settling("span-of-future") { future in withFutureSpan("load") { _ in future } }
  }

  /// `measured-context`: ten `map` on a context.
  private static func measuredContext() -> Benchmark {
    let measured: @Sendable () -> ExecutionContext = {
      ExecutionContext.inline.measured(as: "queue")
    }
    return Benchmark(
      "measured-context",
      unit: "link",
      operations: 10,
      ours: .links("measured", on: measured),
      peers: .links("plain", on: { .inline })
    )
  }

  private static func settling(
    _ name: String,
    _ observe: @escaping (Future<Int, any Error>) -> Future<Int, any Error>
  ) -> Benchmark {
    func side(
      _ name: String,
      _ observe: @escaping (Future<Int, any Error>) -> Future<Int, any Error>
    ) -> Side {
      Side(name) { iterations in
        for _ in 0..<iterations {
          let promise = opaque(Promise<Int, any Error>())
          observe(promise.future).onComplete { blackHole($0) }
          promise.succeed(1)
        }
      }
    }
    return Benchmark(
      name,
      unit: "future",
      operations: 1,
      ours: side("observed", observe),
      peers: side("plain") { $0 }
    )
  }
}

extension Side {
  fileprivate static func links(
    _ name: String,
    on context: @escaping @Sendable () -> ExecutionContext
  ) -> Side {
    Side(name) { iterations in
      for _ in 0..<iterations {
        let context = context()
        let promise = opaque(Promise<Int, any Error>())
        var future = promise.future
        for _ in 0..<10 { future = future.on(context).map { $0 &+ 1 } }
        future.onComplete { blackHole($0) }
        promise.succeed(1)
      }
    }
  }
}
#endif
