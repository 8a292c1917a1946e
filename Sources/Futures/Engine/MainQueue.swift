internal import Dispatch

/// The main queue, and whether it is running the caller.
enum MainQueue {
  private static let mark: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// True on the main queue and on the main actor, whatever thread drains them.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) == true }

  /// Runs a job on the main actor, later.
  static func submit(_ job: @escaping @Sendable () -> Void) {
    DispatchQueue.main.async(execute: job)
  }
}
