public import Futures

extension BFTask {
  /// Makes the task that a continuation gets to see.
  ///
  /// The continuation has received the error, so nobody else needs to look at it.
  @inlinable
  init(settled result: Result<Value, any Error>) {
    future = Future(result: result)
    if case .failure = result { _ = future.result }
  }
}
