import BrightFuturesCompat
import Dispatch
import FuturesTesting
import TestSupport
import struct Futures.ExecutionContext

extension ManualContext {
  /// This context as a closure.
  var closure: BrightFuturesCompat.ExecutionContext {
    let context = self.context
    return { task in context(task) }
  }
}

/// Runs tasks inline like `immediateExecutionContext`, but is not recognized as it, and counts
/// them.
final class CountingContext: Sendable {
  let submissions = Counter()

  var closure: BrightFuturesCompat.ExecutionContext {
    { [self] task in
      submissions.add()
      task()
    }
  }
}

/// Drops each task at once without running it.
let droppingContext: BrightFuturesCompat.ExecutionContext = { _ in }

/// A context that knows when it is running a task.
final class MarkedQueue: Sendable {
  let queue: DispatchQueue
  private let key = DispatchSpecificKey<Bool>()

  /// The main queue, which does not always run on the main thread.
  static let main = MarkedQueue(.main)

  convenience init(_ label: String = "marked") { self.init(DispatchQueue(label: label)) }

  private init(_ queue: DispatchQueue) {
    self.queue = queue
    queue.setSpecific(key: key, value: true)
  }

  var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}
