import BenchmarkHarness
import Dispatch
import Futures
import Synchronization

extension Benchmark {
  /// `hop`: ten `map`, each on a serial queue, compared with ten blocks, each of which submits the
  /// next one to that queue.
  ///
  /// Isolates what a context adds to handing work to Dispatch. The end of one chain starts the next
  /// one on the queue itself, so that no thread has to be woken in between. `hop-woken` starts
  /// every chain from another thread, which waits for its end, as most clients do: each chain wakes
  /// the queue's thread, and its end wakes the other one.
  static func hop<P: Payload>(of payload: P.Type, woken: Bool = false) -> Benchmark {
    let links = 10
    let repeating = woken ? repeatingFromOutside : repeatingFromInside
    return Benchmark(
      (woken ? "hop-woken" : "hop") + P.suffix,
      unit: "hop",
      operations: links,
      bar: woken ? .none : Bar(ratio: 2.3, allocations: 2.5),
      counts: .steady,
      ours: Side("tenon") { iterations in
        let queue = DispatchQueue(label: "hop")
        let context = ExecutionContext.queue(queue)
        let value = P.sample()
        repeating(iterations) { next in
          let promise = Promise<P, any Error>()
          var future = promise.future
          for _ in 0..<links { future = future.on(context).map { $0.next() } }
          future.onComplete {
            blackHole($0)
            next()
          }
          promise.succeed(value)
        }
      },
      peers: Side("dispatch") { iterations in
        let queue = DispatchQueue(label: "hop")
        let value = P.sample()
        repeating(iterations) { next in
          hopRaw(value, links, on: queue) {
            blackHole($0)
            next()
          }
        }
      }
    )
  }
}

/// Submits a block that computes the next value and submits the next block, `left` times.
private func hopRaw<P: Payload>(
  _ value: P,
  _ left: Int,
  on queue: DispatchQueue,
  then done: @escaping @Sendable (P) -> Void
) {
  queue.async {
    let next = value.next()
    if left == 1 { done(next) } else { hopRaw(next, left - 1, on: queue, then: done) }
  }
}

/// Asynchronous work that calls its argument when it ends.
private typealias Start = @Sendable (_ next: @escaping @Sendable () -> Void) -> Void

/// Starts asynchronous work a number of times, from this thread, and waits for each.
private func repeatingFromOutside(_ count: Int, _ start: @escaping Start) {
  let done = DispatchSemaphore(value: 0)
  for _ in 0..<count {
    start { done.signal() }
    done.wait()
  }
  noteBlackHole(count)
}

/// Starts asynchronous work a number of times, each when the previous one has called its argument,
/// and waits for the last.
private func repeatingFromInside(_ count: Int, _ start: @escaping Start) {
  let done = DispatchSemaphore(value: 0)
  let left = Left(count)
  @Sendable func goOn() {
    if left.takeOne() { start(goOn) } else { done.signal() }
  }
  goOn()
  done.wait()
  noteBlackHole(count)
}

/// The number of times that work remains to be done.
private final class Left: Sendable {
  private let count: Atomic<Int>

  init(_ count: Int) { self.count = Atomic(count) }

  /// Takes one if any are left, and returns whether it did.
  func takeOne() -> Bool { count.subtract(1, ordering: .relaxed).oldValue > 0 }
}
