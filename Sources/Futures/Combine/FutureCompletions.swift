/// The outcomes of several futures, in the order in which they settle.
///
/// ```swift
/// for await (offset, result) in downloads.completions() {
///   print("download \(offset) is done: \(result)")
/// }
/// ```
///
/// ![Three outcomes arrive in the order of time, a failure first.](completions)
///
/// Each iteration starts over with all futures. Leaving the loop, or cancelling the task, removes
/// the observers from the futures that are still pending and does not affect them otherwise.
public struct FutureCompletions<Value: Sendable, Failure: Error>: AsyncSequence, Sendable {
  /// An outcome, and the position of its future in the collection.
  public typealias Element = (offset: Int, result: Result<Value, Failure>)

  private let futures: [Future<Value, Failure>]

  init(_ futures: [Future<Value, Failure>]) { self.futures = futures }

  /// Starts an iteration.
  ///
  /// - Returns: An iterator that ends after as many elements as there are futures.
  public func makeAsyncIterator() -> AsyncStream<Element>.Iterator {
    let (stream, continuation) = AsyncStream<Element>.makeStream(
      bufferingPolicy: .bufferingNewest(Swift.max(1, futures.count))
    )
    let missing = Locked(futures.count)
    let observations = futures.enumerated().map { offset, future in
      Observation(of: future.cell) { source, _ in
        if let result = Future<Value, Failure>(cell: source).currentResult {
          continuation.yield((offset, result))
        }
        let isLast = missing.withLock { missing in
          missing -= 1
          return missing == 0
        }
        if isLast { continuation.finish() }
        return .none
      }
    }
    if futures.isEmpty { continuation.finish() }
    continuation.onTermination = { _ in
      for observation in observations { observation.end() }
    }
    return stream.makeAsyncIterator()
  }
}

extension Sequence {
  /// Returns the outcomes of the futures as an asynchronous sequence, in the order in which they
  /// settle.
  ///
  /// - Returns: The sequence.
  public func completions<Value, Failure>() -> FutureCompletions<Value, Failure>
  where Element == Future<Value, Failure> {
    FutureCompletions(Array(self))
  }
}
