internal import Dispatch

/// Tells whether the main queue is running the caller.
enum MainQueue {
  private static let mark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// True on the main queue and on the main actor, whatever thread drains them.
  ///
  /// `Thread.isMainThread` is false there when `dispatchMain()` or an asynchronous `main` drains
  /// the queue.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) == true }
}
