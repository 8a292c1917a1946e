import BenchmarkHarness
import Futures

extension Benchmark {
  /// `scale-chain-N`: a link of `chain-pending` in a chain of N, compared with one in a chain of
  /// ten.
  ///
  /// Isolates the cost of length: both the stack and the cost of a link must stay flat. A long
  /// chain does not fit into the processor's caches, a cost that no design avoids.
  static func scaleOfChain(to links: Int, bar: Double?) -> Benchmark {
    Benchmark(
      "scale-chain-\(links)",
      unit: "link",
      operations: links,
      bar: Bar(ratio: bar),
      ours: .chain(of: links, named: "tenon"),
      peers: .chain(of: 10, named: "tenon, 10")
    )
  }

  /// `scale-collect-N`: an element of `collect` among N, compared with one among ten.
  ///
  /// Isolates the cost of the number of elements, as `scale-chain` does for the length.
  static func scaleOfCollect(to count: Int, bar: Double?) -> Benchmark {
    Benchmark(
      "scale-collect-\(count)",
      unit: "future",
      operations: count,
      bar: Bar(ratio: bar),
      ours: .collect(of: Int.self, count: count),
      peers: .collect(of: Int.self, count: 10, named: "tenon, 10")
    )
  }
}

extension Side {
  /// Returns the work with a pending chain of a length, with one observer, that is then completed.
  fileprivate static func chain(of links: Int, named name: String) -> Side {
    Side(name, operations: links) { iterations in
      let value = Int.sample()
      for _ in 0..<iterations {
        let promise = opaque(Promise<Int, any Error>())
        var future = promise.future
        for _ in 0..<links { future = future.map { $0.next() } }
        future.onComplete { blackHole($0) }
        promise.succeed(value)
      }
    }
  }
}
