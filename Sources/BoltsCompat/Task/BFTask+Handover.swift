public import Futures

// Tasks that pass through the façade, and whose errors somebody else has.

extension BFTask {
  /// Makes the task that a continuation gets to see.
  ///
  /// The continuation has received the error, so nobody else needs to look at it.
  @inlinable
  init(settled result: Result<Value, any Error>) {
    future = Future(result: result)
    if case .failure = result { _ = future.result }
  }

  /// Makes the task that stands for what a continuation threw, to be taken over by another one.
  ///
  /// The one that takes it over has the error, so nobody needs to look at this.
  @usableFromInline
  init(thrown error: any Error) { self.init(settled: .failure(error)) }

  /// The future of a task that another one takes over, with its error.
  @inlinable
  var handedOver: Future<Value, any Error> {
    _ = future.result
    return future
  }
}
