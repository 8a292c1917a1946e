import BenchmarkHarness
import OpenCombine

// OpenCombine at its best: a chain whose type is known statically, so that nothing is erased. A
// `map` after a `map` is then no new object but a composed closure.

extension Publisher {
  /// Returns ten `map`, one after another.
  fileprivate func tenNext<P: Payload>() -> some Publisher<P, Failure> where Output == P {
    map { $0.next() }.map { $0.next() }.map { $0.next() }.map { $0.next() }.map { $0.next() }
      .map { $0.next() }.map { $0.next() }.map { $0.next() }.map { $0.next() }.map { $0.next() }
  }
}

extension Side {
  /// A future completed after ten `map` and a subscriber were attached.
  static func openCombineChainPending<P: Payload>(of payload: P.Type, links: Int) -> Side {
    precondition(links == 10, "the chain is written out")
    return Side("opencombine") { iterations in
      let value = P.sample()
      for _ in 0..<iterations {
        var complete: Future<P, any Error>.Promise?
        let future = opaque(Future<P, any Error> { complete = $0 })
        let subscription = future.tenNext().sink(
          receiveCompletion: { _ in },
          receiveValue: { blackHole($0) }
        )
        complete?(.success(value))
        subscription.cancel()
      }
    }
  }

  /// Ten `map` and a subscriber on a future that has its value.
  static func openCombineChainSettled<P: Payload>(of payload: P.Type, links: Int) -> Side {
    precondition(links == 10, "the chain is written out")
    return Side("opencombine") { iterations in
      let value = P.sample()
      for _ in 0..<iterations {
        let future = opaque(Future<P, any Error> { $0(.success(value)) })
        let subscription = future.tenNext().sink(
          receiveCompletion: { _ in },
          receiveValue: { blackHole($0) }
        )
        subscription.cancel()
      }
    }
  }

  /// Many subscribers on one future, which is then completed.
  static func openCombineFanOut<P: Payload>(of payload: P.Type, observers: Int) -> Side {
    Side("opencombine") { iterations in
      let value = P.sample()
      var subscriptions: [AnyCancellable] = []
      subscriptions.reserveCapacity(observers)
      for _ in 0..<iterations {
        var complete: Future<P, any Error>.Promise?
        let future = opaque(Future<P, any Error> { complete = $0 })
        for _ in 0..<observers {
          subscriptions.append(
            future.sink(receiveCompletion: { _ in }, receiveValue: { blackHole($0) })
          )
        }
        complete?(.success(value))
        subscriptions.removeAll(keepingCapacity: true)
      }
    }
  }
}
