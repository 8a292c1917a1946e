#if AsyncHTTPClient
internal import Foundation
internal import Futures

/// A serial queue on which one transfer at a time receives its events.
package final class TransferExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "a transfer with AsyncHTTPClient")

  package init() {}

  /// Calls a closure between two jobs.
  func submit(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// The executors of transfers that have ended, for reuse by other transfers.
///
/// A transfer that blocks its queue has not ended.
final class TransferExecutors: Sendable {
  private static let maximumCount = 64

  private let idle = Locked<[TransferExecutor]>([])

  func take() -> TransferExecutor { idle.withLock { $0.popLast() } ?? TransferExecutor() }

  func giveBack(_ executor: TransferExecutor) {
    idle.withLock { if $0.count < Self.maximumCount { $0.append(executor) } }
  }
}
#endif
