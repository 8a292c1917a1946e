internal import Dispatch

/// A context as a closure, which takes a task and runs it once, here or elsewhere, now or later.
@usableFromInline
package typealias ContextClosure = @Sendable (_ task: @escaping @Sendable () -> Void) -> Void

/// The main queue, and whether it is running the caller.
package enum MainQueue {
  private static let mark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the main queue or the main actor is running the caller, regardless of the thread that
  /// drains them.
  ///
  /// `Thread.isMainThread` is false there when `dispatchMain()` or an asynchronous `main` drains
  /// the queue.
  package static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) == true }

  /// Runs a job on the main actor, later.
  static func submit(_ job: @escaping @Sendable () -> Void) {
    DispatchQueue.main.async(execute: job)
  }
}
