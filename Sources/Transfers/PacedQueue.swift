internal import Foundation
internal import Futures

#if canImport(FoundationNetworking)
/// A delegate queue that holds a session up while its delegate is behind.
///
/// On Linux a session reads as fast as it can, whatever its delegate does with the data, and puts
/// every piece into the delegate queue. A body without an end, or a small one that is huge once it
/// is decompressed, then fills the memory; and as long as more has come than it has read, it does
/// not get round to cancelling its task. All sessions of the process wait with it, because they
/// share a queue. This queue takes a few pieces and then makes the session wait. Once nobody wants
/// the data any more, the session reads as fast as it can, and so reaches the end of what has come
/// unless the server is faster than that, which takes one nearby. After a while it may work for a
/// sixth of the time only, so that such a flood costs little until it pauses or ends.
///
/// Only for sessions with a single task: others could wait for each other.
///
/// `@unchecked Sendable` because the superclass is; what is added here is `Sendable` by itself.
final class PacedQueue: OperationQueue, @unchecked Sendable {
  /// How many pieces may wait for the delegate; each has up to 16 KiB.
  private static let capacity = 32

  /// How long a session that is not wanted any more may work before it pauses.
  private static let longWork = Duration.seconds(30)

  /// How long it may work between two pauses.
  private static let work = Duration.milliseconds(10)

  /// How long the pauses are, in seconds.
  private static let pause = 0.05

  private let room = DispatchSemaphore(value: PacedQueue.capacity)

  /// When to pause; `nil` as long as the data are wanted.
  private let nextPause = Locked<ContinuousClock.Instant?>(nil)

  override init() {
    super.init()
    maxConcurrentOperationCount = 1
  }

  /// Nobody wants data any more.
  func close() { nextPause.withLock { $0 = .now + Self.longWork } }

  /// Takes what a session has for its delegate, on the session's own queue.
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
