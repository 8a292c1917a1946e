internal import Foundation
internal import Futures

#if canImport(FoundationNetworking)
/// A delegate queue that holds a session up while its delegate is behind.
///
/// On Linux a session reads as fast as it can, whatever its delegate does with the data, and puts every piece
/// into the delegate queue. A body without an end, or a small one that is huge once it is decompressed, then
/// fills the memory; and as long as more has come than it has read, it does not get round to cancelling its
/// task. This queue takes a few pieces and then makes the session wait. Once nobody wants the data any more, the
/// session may work for a sixth of the time, so that such a flood costs little until it pauses or ends.
///
/// Only for sessions with a single task: others could wait for each other.
///
/// `@unchecked Sendable` because the superclass is; what is added here is `Sendable` by itself.
final class PacedQueue: OperationQueue, @unchecked Sendable {
  /// How many pieces may wait for the delegate; each has up to 16 KiB.
  private static let capacity = 32

  /// How long a session that is not wanted any more may work between two pauses.
  private static let work = Duration.milliseconds(10)

  /// How long the pauses are, in seconds.
  private static let pause = 0.05

  private let room = DispatchSemaphore(value: PacedQueue.capacity)

  /// When the last pause ended; `nil` as long as the data are wanted.
  private let resumption = Locked<ContinuousClock.Instant?>(nil)

  override init() {
    super.init()
    maxConcurrentOperationCount = 1
  }

  /// Nobody wants data any more.
  func close() { resumption.withLock { $0 = .now } }

  /// Takes what a session has for its delegate, on the session's own queue.
  override func addOperation(_ block: @escaping @Sendable () -> Void) {
    let isTired = resumption.withLock { $0.map { $0.duration(to: .now) > Self.work } ?? false }
    if isTired {
      Thread.sleep(forTimeInterval: Self.pause)
      close()
    }
    room.wait()
    super.addOperation { [room] in
      block()
      room.signal()
    }
  }
}
#endif
