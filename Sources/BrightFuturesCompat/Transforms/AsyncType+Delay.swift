public import Dispatch

extension AsyncType {
  /// Gets the same result some time after this one got it.
  ///
  /// It arrives on the main queue if this is called on the main queue, otherwise on the global
  /// queue.
  ///
  /// - Parameter interval: How long after. With zero it still takes the way over the queue.
  /// - Returns: One with the same result.
  public func delay(_ interval: DispatchTimeInterval) -> Self {
    delay(MainQueue.isCurrent ? .main : .global(), interval: interval)
  }

  /// Gets the same result on a queue, some time after this one got it.
  ///
  /// - Parameters:
  ///   - queue: Where the result arrives.
  ///   - interval: How long after. With zero it still takes the way over the queue.
  /// - Returns: One with the same result.
  public func delay(_ queue: DispatchQueue, interval: DispatchTimeInterval) -> Self {
    Self(other: Async(_outcome.delayed(by: interval, on: queue)))
  }
}
