import BenchmarkHarness
import Dispatch
import Foundation
import Futures
import Synchronization

extension Benchmark {
  /// `chain-main-actor-elsewhere`: a chain of ten with closures of the main actor, completed on
  /// another queue, compared with the same chain with nonisolated closures of which only the last
  /// is handed to the main queue.
  ///
  /// Isolates how often such a chain changes threads: once, as its peer does by hand.
  static func chainMainActorElsewhere<P: Payload>(of payload: P.Type) -> Benchmark {
    let links = 10
    return Benchmark(
      "chain-main-actor-elsewhere" + P.suffix,
      unit: "chain",
      operations: 1,
      bar: Bar(ratio: 1.3),
      counts: .steady,
      ours: Side("tenon") { iterations in
        completingElsewhere(iterations) { (promise: Promise<P, any Error>, done) in
          var future = promise.future
          for _ in 0..<links { future = future.map { @MainActor in $0.next() } }
          future.onComplete { @MainActor in
            blackHole($0)
            done()
          }
        }
      },
      peers: Side("one hop") { iterations in
        completingElsewhere(iterations) { (promise: Promise<P, any Error>, done) in
          var future = promise.future
          for _ in 0..<links { future = future.map { $0.next() } }
          future.on(.main).onComplete {
            blackHole($0)
            done()
          }
        }
      }
    )
  }
}

/// Builds work on the main thread and completes it on another, a number of times, each when the
/// previous one has called its argument.
private func completingElsewhere<P: Payload>(
  _ count: Int,
  _ build: (Promise<P, any Error>, _ done: @escaping @Sendable () -> Void) -> Void
) {
  let queue = DispatchQueue(label: "elsewhere")
  let value = P.sample()
  let left = Atomic(count)
  for index in 0..<count {
    let promise = Promise<P, any Error>()
    build(promise) { left.subtract(1, ordering: .relaxed) }
    queue.async { promise.succeed(value) }
    while left.load(ordering: .relaxed) == count - index {
      _ = RunLoop.main.run(mode: .default, before: .distantFuture)
    }
  }
}
