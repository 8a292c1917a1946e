internal import Foundation
internal import Futures

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A task of somebody's session that may be cancelled at any time.
///
/// On Linux that is not so: a session with a cache looks into it on a thread of low priority before
/// it loads anything, and puts off until then what a task does to be cancelled. If the task ends
/// before that thread gets on, the session has forgotten the task, and traps. So a completion
/// handler waits here until what the task does to be cancelled has been done; the session forgets
/// the task only after its handler has returned.
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

  /// Cancels the task, if it has not ended.
  func stop() {
    let task = state.withLock { state in
      state.isStopped = true
      return state.task
    }
    task?.cancel()
  }

  /// To be called by the completion handler before it does anything else.
  func end() {
    let task = state.withLock { state in
      defer { state.task = nil }
      return state.isStopped ? state.task : nil
    }
    #if !canImport(Darwin)
    guard let task else { return }
    // The error is the first thing that a cancelled task sets. The limit is for what nobody thought
    // of.
    let limit = DispatchTime.now() + .seconds(5)
    while task.error == nil, DispatchTime.now() < limit { usleep(50) }
    #else
    _ = task
    #endif
  }
}
