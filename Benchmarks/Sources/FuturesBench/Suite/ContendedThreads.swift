import BenchmarkHarness
import Dispatch
import Futures

extension Benchmark {
  /// `contended-future-N`: N threads register 8,000 observers on one pending future, which one of
  /// them completes partway, compared with one thread that does all of it.
  ///
  /// Isolates the contention between threads: with as many processors, the ratio is at best 1 / N.
  static func contendedFuture(threads: Int) -> Benchmark {
    let observers = 8_000
    let side: @Sendable (Int) -> Void = { threads in
      let promise = Promise<Int, any Error>()
      let future = promise.future
      onThreads(threads) { number in
        for index in 0..<observers / threads {
          future.onComplete { _ in }
          if number == 0, index == observers / threads / 2 { promise.succeed(1) }
        }
      }
    }
    return contended("contended-future-\(threads)", "observer", observers, threads, side)
  }

  /// `contended-limit-N`: N threads start 8,000 pieces of work under one `ConcurrencyLimit` with
  /// room for all, compared with one thread that starts them.
  static func contendedLimit(threads: Int) -> Benchmark {
    let calls = 8_000
    let side: @Sendable (Int) -> Void = { threads in
      let limit = ConcurrencyLimit(64)
      onThreads(threads) { _ in
        for number in 0..<calls / threads { _ = limit.run { Future<Int, Never>(value: number) } }
      }
    }
    return contended("contended-limit-\(threads)", "call", calls, threads, side)
  }

  private static func contended(
    _ name: String,
    _ unit: String,
    _ operations: Int,
    _ threads: Int,
    _ work: @escaping @Sendable (_ threads: Int) -> Void
  ) -> Benchmark {
    func side(_ name: String, _ threads: Int) -> Side {
      Side(name) { iterations in
        for _ in 0..<iterations { work(threads) }
        noteBlackHole(iterations)
      }
    }
    return Benchmark(
      name,
      unit: unit,
      operations: operations,
      counts: .racy,
      ours: side("\(threads) threads", threads),
      peers: side("1 thread", 1)
    )
  }
}

/// Runs a closure on a number of threads at the same time.
private func onThreads(_ count: Int, _ body: @escaping @Sendable (_ number: Int) -> Void) {
  DispatchQueue.concurrentPerform(iterations: count, execute: body)
}
