internal import Foundation
internal import Futures

#if canImport(FoundationNetworking)
/// A delegate queue that blocks its session while the delegate falls behind.
///
/// On Linux a session reads as fast as it can, whatever its delegate does, and adds every piece to
/// the delegate queue. An endless body, or a small one that is huge once decompressed, then fills
/// the memory; and while unread data waits, the session does not cancel its task. All sessions of
/// the process are affected, because they share a queue. This queue accepts a few pieces and then
/// blocks the session. Once the data is no longer wanted, the session reads at full speed, and
/// reaches the end of the data unless the server is faster, as only a nearby one can be. After a
/// while the session may work only a sixth of the time, so that such a flood uses little processor
/// time until it pauses or ends.
///
/// Use it only for a session with a single task: several tasks could wait for each other.
///
/// `@unchecked Sendable` because the superclass is; the stored properties added here are
/// `Sendable`.
final class PacedQueue: OperationQueue, @unchecked Sendable {
  /// The maximum number of pieces that wait for the delegate; each has up to 16 KiB.
  private static let capacity = 32

  /// The time that a session may work before it pauses, once its data is no longer wanted.
  private static let longWork = Duration.seconds(30)

  /// The time between two pauses.
  private static let work = Duration.milliseconds(10)

  /// The length of a pause, in seconds.
  private static let pause = 0.05

  private let room = DispatchSemaphore(value: PacedQueue.capacity)

  /// The time of the next pause; `nil` while the data is wanted.
  private let nextPause = Locked<ContinuousClock.Instant?>(nil)

  override init() {
    super.init()
    maxConcurrentOperationCount = 1
  }

  /// Marks the data as no longer wanted.
  func close() { nextPause.withLock { $0 = .now + Self.longWork } }

  /// Adds an operation for the delegate; called on the session's own queue.
  override func addOperation(_ block: @escaping @Sendable () -> Void) {
    if let pause = nextPause.withLock({ $0 }), pause <= .now {
      Thread.sleep(forTimeInterval: Self.pause)
      nextPause.withLock { $0 = .now + Self.work }
    }
    room.wait()
    super.addOperation { [room] in
      block()
      room.signal()
    }
  }
}
#endif
