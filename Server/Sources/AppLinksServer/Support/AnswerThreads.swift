import Dispatch
import Foundation
import Futures

/// Threads for answers that take processor time, apart from those that answer all requests.
///
/// At most half of the processors work on answers at once. Other answers wait in a line, which
/// occupies no thread.
package struct AnswerThreads: Sendable {
  private let limit: ConcurrencyLimit
  private let queue = DispatchQueue(
    label: "applinks-server.answers",
    qos: .utility,
    attributes: .concurrent
  )

  /// Creates threads.
  ///
  /// - Parameter count: The maximum number of answers in progress.
  package init(count: Int = max(1, ProcessInfo.processInfo.activeProcessorCount / 2)) {
    limit = ConcurrencyLimit(count)
  }

  /// Returns the value of a closure that runs on one of the threads.
  ///
  /// - Parameter make: The closure. It takes bounded time, and is not interrupted.
  /// - Returns: The value.
  /// - Throws: `CancellationError` if the task is cancelled while the closure waits.
  package func run<Value: Sendable>(_ make: @escaping @Sendable () -> Value) async throws -> Value {
    try await limit.run { try await value(make) }.value
  }

  private func value<Value: Sendable>(
    _ make: @escaping @Sendable () -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    return await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: make()) }
    }
  }
}
