internal import Futures

/// The tasks that wait until a queue fulfills a condition.
struct Arrivals<Things> {
  private typealias Wait = (
    condition: @Sendable (Things) -> Bool, promise: Promise<Void, any Error>
  )

  private var waiting: [Wait] = []

  /// Whether no task waits.
  var isEmpty: Bool { waiting.isEmpty }

  /// Returns a future that succeeds when the queue fulfills a condition; `nil` if it already does.
  mutating func promise(
    at current: Things,
    when condition: @escaping @Sendable (Things) -> Bool
  ) -> Future<Void, any Error>? {
    if condition(current) { return nil }
    waiting.removeAll { $0.promise.future.isSettled }
    let promise = Promise<Void, any Error>()
    waiting.append((condition, promise))
    return promise.future
  }

  /// Removes and returns the promises whose condition is fulfilled.
  ///
  /// The caller completes them without a lock.
  mutating func take(at current: Things) -> [Promise<Void, any Error>] {
    if waiting.isEmpty { return [] }
    let arrived = waiting.filter { $0.condition(current) }
    waiting.removeAll { $0.condition(current) }
    return arrived.map(\.promise)
  }
}

extension Future where Value == Void, Failure == any Error {
  /// Waits for an arrival, and cancels it if the wait ends first.
  ///
  /// - Parameter patience: The longest wait in real time; `nil` for no limit.
  /// - Throws: `TimeoutError` after `patience`, `CancellationError` if the task is cancelled.
  nonisolated(nonsending) func wait(upTo patience: Duration? = nil) async throws {
    defer { cancel() }
    try await (patience.map { timeout($0) } ?? self).value
  }
}
