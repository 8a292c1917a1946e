public import Dispatch
internal import Futures

extension AsyncType {
  /// Returns a future with the same result after a delay, on the main queue if called there,
  /// otherwise on the global queue.
  public func delay(_ interval: DispatchTimeInterval) -> Self {
    delay(MainQueue.isCurrent ? .main : .global(), interval: interval)
  }

  /// Returns a future with the same result on a queue, after a delay; with zero, the result is
  /// still enqueued.
  public func delay(_ queue: DispatchQueue, interval: DispatchTimeInterval) -> Self {
    Self(other: Async(outcome.delayed(by: interval, on: queue)))
  }
}

extension Futures.Future {
  /// Returns a future that settles like this one, on a queue, after a delay.
  ///
  /// It takes no turn among the callbacks of this future. With an interval that never ends, the
  /// queue drops the task, and the new future stays pending.
  func delayed(
    by interval: DispatchTimeInterval,
    on queue: DispatchQueue
  ) -> Futures.Future<Value, Failure> {
    // The intermediate future has its own turns.
    map { $0 }.mapResultInTurn(on: { task in
      queue.asyncAfter(deadline: .now() + interval, execute: task)
    }) { $0 }
  }
}
