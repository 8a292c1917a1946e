internal import Dispatch
package import Futures

/// Threads for calls of the system that may block, such as those for files.
///
/// The threads are not those of the global queues. On Linux, the threads of the global queues also
/// run Swift's tasks and fire timers, and a few blocked calls would stop both. The threads are
/// limited, because private queues share a limited number, too.
package enum FileThreads {
  /// The places of closures that read and write files; further closures wait for their turn.
  package static let places = ConcurrencyLimit(64)

  /// The places of closures that wait for pipes and devices, which may take forever.
  package static let waitingPlaces = ConcurrencyLimit(64)

  /// Calls a closure on its own thread, at once.
  ///
  /// - Parameter body: The closure, which may block its thread.
  /// - Returns: A future of its result.
  package static func start<Value>(_ body: @escaping @Sendable () -> Value) -> Future<Value, Never>
  {
    Future(on: .queue(DispatchQueue(label: "FileThreads")), cancellation: .never, run: body)
  }
}
