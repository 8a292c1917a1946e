import BenchmarkHarness
import OpenCombine

extension Publisher {
  /// Adds one `flatMap` and hides its type: ten nested ones would be a type hundreds of bytes long.
  fileprivate func step<P: Payload>(
    _ inner: @escaping (P) -> Future<P, Failure>
  ) -> AnyPublisher<P, Failure> where Output == P {
    flatMap(maxPublishers: .max(1), inner).eraseToAnyPublisher()
  }
}

extension Side {
  /// A future and ten `flatMap` that return settled futures; the future is then completed.
  static func openCombineFlatMapSettled<P: Payload>(of payload: P.Type, links: Int) -> Side {
    Side("opencombine") { iterations in
      let value = P.sample()
      for _ in 0..<iterations {
        var complete: Future<P, any Error>.Promise?
        let future = opaque(Future<P, any Error> { complete = $0 })
        var chain = AnyPublisher(future)
        for _ in 0..<links {
          chain = chain.step { value in Future { $0(.success(value.next())) } }
        }
        let subscription = chain.sink(
          receiveCompletion: { _ in },
          receiveValue: { blackHole($0) }
        )
        complete?(.success(value))
        subscription.cancel()
      }
    }
  }

  /// A future and ten `flatMap` that return pending futures; they are completed in order.
  static func openCombineFlatMapPending<P: Payload>(of payload: P.Type, links: Int) -> Side {
    Side("opencombine") { iterations in
      let value = P.sample()
      var steps: [Future<P, any Error>.Promise] = []
      steps.reserveCapacity(links)
      for _ in 0..<iterations {
        var complete: Future<P, any Error>.Promise?
        let future = opaque(Future<P, any Error> { complete = $0 })
        var chain = AnyPublisher(future)
        for _ in 0..<links {
          let inner = Future<P, any Error> { steps.append($0) }
          chain = chain.step { _ in inner }
        }
        let subscription = chain.sink(
          receiveCompletion: { _ in },
          receiveValue: { blackHole($0) }
        )
        complete?(.success(value))
        for step in steps { step(.success(value)) }
        steps.removeAll(keepingCapacity: true)
        subscription.cancel()
      }
    }
  }
}
