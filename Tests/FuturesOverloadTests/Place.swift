import Dispatch
import Futures

/// Where a closure runs.
enum Place: Sendable {
  case first, second, context, elsewhere

  /// Where this runs.
  static var current: Place { DispatchQueue.getSpecific(key: key) ?? .elsewhere }

  fileprivate static let key = DispatchSpecificKey<Place>()

  /// A queue on which everything is in this place.
  fileprivate func queue() -> DispatchQueue {
    let queue = DispatchQueue(label: "\(self)")
    queue.setSpecific(key: Place.key, value: self)
    return queue
  }

  /// A context whose jobs run in this place.
  func context() -> ExecutionContext {
    let queue = queue()
    return .custom("\(self)") { job in queue.async(execute: job) }
  }
}

/// Runs the jobs of an actor in one place.
final class PlaceExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(_ place: Place) { queue = place.queue() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }
}

/// An isolation of closures.
@globalActor actor First {
  static let shared = First()
  static let executor = PlaceExecutor(.first)
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    First.executor.asUnownedSerialExecutor()
  }
}

/// Another isolation of closures.
@globalActor actor Second {
  static let shared = Second()
  static let executor = PlaceExecutor(.second)
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    Second.executor.asUnownedSerialExecutor()
  }
}
