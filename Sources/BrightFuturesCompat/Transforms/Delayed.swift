internal import Dispatch
internal import Futures

extension Futures.Future {
  /// Settles like this future, some time after it, on a queue; takes no turn among its callbacks.
  ///
  /// With an interval that never ends, the queue drops the task, and the new future stays pending.
  func delayed(
    by interval: DispatchTimeInterval,
    on queue: DispatchQueue
  ) -> Futures.Future<Value, Failure> {
    // A future of its own in between, for its turn.
    map { $0 }._mapResultInTurn(on: { task in
      queue.asyncAfter(deadline: .now() + interval, execute: task)
    }) { $0 }
  }
}
