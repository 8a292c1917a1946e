import BenchmarkHarness
import Dispatch
import Foundation
import Futures
import NIOCore
import NIOPosix
import Synchronization

extension Benchmark {
  /// `contended`: of a million futures, one thread completes each and another registers an observer
  /// on each, in the same order and at the same time.
  ///
  /// Isolates the race between completing and registering, which the cell settles with one word.
  /// The time includes creating the futures beforehand on one thread. The peer's futures belong to
  /// a loop on a third thread, to which both calls submit work, so it receives no value before that
  /// thread has run.
  static func contended() -> Benchmark {
    let count = 1_000_000
    return Benchmark(
      "contended",
      unit: "future",
      operations: count,
      counts: .racy,
      ours: Side("tenon") { iterations in
        for _ in 0..<iterations {
          let promises = (0..<count).map { _ in Promise<Int, any Error>() }
          let observed = bothAtOnce(
            { for promise in promises { promise.succeed(1) } },
            { for promise in promises { promise.future.onComplete { blackHole($0) } } }
          )
          noteBlackHole(observed)
        }
      },
      peers: Side("swift-nio") { iterations in
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        defer { try? group.syncShutdownGracefully() }
        let loop = group.next()
        for _ in 0..<iterations {
          let promises = (0..<count).map { _ in loop.makePromise(of: Int.self) }
          let before = noted(on: loop)
          _ = bothAtOnce(
            { for promise in promises { promise.succeed(1) } },
            { for promise in promises { promise.futureResult.whenComplete { blackHole($0) } } }
          )
          noteBlackHole(noted(on: loop) - before)
        }
      }
    )
  }
}

/// Returns how many values the loop's thread has passed to the black hole, once it has run all
/// earlier work.
private func noted(on loop: any EventLoop) -> Int {
  (try? loop.submit { blackHoleNoted() }.wait()) ?? 0
}

/// Runs two closures at the same time, each on a separate thread.
///
/// - Returns: The number of values that both threads passed to the black hole.
private func bothAtOnce(
  _ first: @escaping @Sendable () -> Void,
  _ second: @escaping @Sendable () -> Void
) -> Int {
  let started = Counter()
  let values = Counter()
  let done = DispatchSemaphore(value: 0)
  for work in [first, second] {
    Thread.detachNewThread {
      started.add(1)
      while started.value < 2 {}
      values.add(Int(blackHoleCalls(during: work)))
      done.signal()
    }
  }
  done.wait()
  done.wait()
  return values.value
}

/// A number that several threads add to.
private final class Counter: Sendable {
  private let number = Atomic(0)

  /// The sum so far.
  var value: Int { number.load(ordering: .acquiring) }

  func add(_ amount: Int) { number.add(amount, ordering: .acquiringAndReleasing) }
}
