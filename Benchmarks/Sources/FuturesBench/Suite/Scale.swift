import BenchmarkHarness
import Futures

extension Benchmark {
  /// `scale-chain-N`: a link of `chain-pending` in a chain of N, beside one in a chain of ten.
  ///
  /// Isolates what length costs: the stack must stay flat, and what a link costs with it. A long
  /// chain does not fit into the processor's caches, which is the price that no design avoids.
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

  /// `scale-collect-N`: an element of `collect` among N, beside one among ten.
  ///
  /// Isolates what the number costs, as `scale-chain` does for the length.
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
  /// A pending chain of the given length, with one observer, that is completed then.
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
