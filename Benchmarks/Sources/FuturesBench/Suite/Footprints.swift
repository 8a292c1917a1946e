import BenchmarkHarness
import Futures
import NIOCore

extension FootprintBenchmark {
  /// `footprint`: the memory of a pending promise, its future, and one observer.
  ///
  /// Isolates the memory of a future while it waits. The closure captures nothing, because what a
  /// closure captures belongs to the client.
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
  /// Isolates the memory of a link; that of the promise and the observer is spread over the ten.
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

/// Keeps objects alive in an array that is allocated beforehand and is part of neither's footprint.
private final class Kept<Thing> {
  private var things: [Thing] = []
  private let count: Int
  private let release: (Thing) -> Void
  private let make: () -> Thing

  /// Creates an empty collection with room for a number of objects.
  ///
  /// - Parameters:
  ///   - count: The number of objects.
  ///   - release: Called with each object before it is released.
  ///   - make: Creates an object.
  init(_ count: Int, release: @escaping (Thing) -> Void = { _ in }, make: @escaping () -> Thing) {
    self.count = count
    self.release = release
    self.make = make
    things.reserveCapacity(count)
  }

  /// Creates the objects.
  func fill() {
    for _ in 0..<count { things.append(make()) }
  }

  deinit { things.forEach(release) }
}
