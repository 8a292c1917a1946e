import BenchmarkHarness
import Futures
import NIOCore

extension FootprintBenchmark {
  /// `footprint`: the memory of a pending promise, its future, and one observer.
  ///
  /// Isolates what a future occupies while it waits. The closure captures nothing; what a closure
  /// captures is the client's.
  static func footprint(on loop: any EventLoop) -> FootprintBenchmark {
    FootprintBenchmark(
      "footprint",
      unit: "future",
      bar: 170,
      ours: (
        "tenon",
        { count in
          Kept(count) {
            let promise = Promise<Int, any Error>()
            promise.future.onComplete { blackHole($0) }
            return promise
          }.fill
        }
      ),
      peer: (
        "swift-nio",
        { count in
          Kept(count, release: { $0.succeed(0) }) {
            let promise = loop.makePromise(of: Int.self)
            promise.futureResult.whenComplete { blackHole($0) }
            return promise
          }.fill
        }
      )
    )
  }

  /// `footprint-link`: the memory of one pending `map`, in a chain of ten with an observer.
  ///
  /// Isolates what a link occupies; the promise and the observer are spread over the ten.
  static func footprintOfLink(on loop: any EventLoop) -> FootprintBenchmark {
    let links = 10
    return FootprintBenchmark(
      "footprint-link",
      unit: "link",
      ours: (
        "tenon",
        { count in
          Kept(count / links) {
            let promise = Promise<Int, any Error>()
            var future = promise.future
            for _ in 0..<links { future = future.map { $0.next() } }
            future.onComplete { blackHole($0) }
            return promise
          }.fill
        }
      ),
      peer: (
        "swift-nio",
        { count in
          Kept(count / links, release: { $0.succeed(0) }) {
            let promise = loop.makePromise(of: Int.self)
            var future = promise.futureResult
            for _ in 0..<links { future = future.map { $0.next() } }
            future.whenComplete { blackHole($0) }
            return promise
          }.fill
        }
      )
    )
  }
}

/// Keeps things alive, in memory that is part of neither's footprint: one array, made before.
private final class Kept<Thing> {
  private var things: [Thing] = []
  private let count: Int
  private let release: (Thing) -> Void
  private let make: () -> Thing

  /// Creates an empty collection with room for things.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - release: Called with each thing before it is released.
  ///   - make: Creates a thing.
  init(_ count: Int, release: @escaping (Thing) -> Void = { _ in }, make: @escaping () -> Thing) {
    self.count = count
    self.release = release
    self.make = make
    things.reserveCapacity(count)
  }

  /// Creates the things.
  func fill() {
    for _ in 0..<count { things.append(make()) }
  }

  deinit { things.forEach(release) }
}
