internal import Foundation
internal import Futures

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A task of a session that can be cancelled at any time.
///
/// On Linux a plain task cannot: a session with a cache searches it on a thread of low priority
/// before it loads anything, and defers the cancellation of the task until then. If the task ends
/// before that thread runs, the session has forgotten the task, and traps. So a completion handler
/// waits here until the cancellation was performed; the session forgets the task only after its
/// handler returns.
final class SessionTask: Sendable {
  private struct State {
    var task: URLSessionTask?
    var isStopped = false
  }

  private let state = Locked(State())

  func start(_ task: URLSessionTask) {
    state.withLock { $0.task = task }
    task.resume()
  }

  /// Cancels the task, unless it has ended.
  func stop() {
    let task = state.withLock { state in
      state.isStopped = true
      return state.task
    }
    task?.cancel()
  }

  /// Records the end of the task.
  ///
  /// The completion handler calls this first.
  func end() {
    let task = state.withLock { state in
      defer { state.task = nil }
      return state.isStopped ? state.task : nil
    }
    #if !canImport(Darwin)
    guard let task else { return }
    // A cancelled task sets its error first. The limit covers unforeseen cases.
    let limit = DispatchTime.now() + .seconds(5)
    while task.error == nil, DispatchTime.now() < limit { usleep(50) }
    #else
    _ = task
    #endif
  }
}
