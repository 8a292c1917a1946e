internal import Dispatch

/// Runs the closures of timers that are due, on threads that no other work can block.
///
/// A serial queue of Dispatch gets a thread although the threads of the global queues are blocked.
/// The closures run on one such queue, one after another. If none has begun for ``patience`` while
/// others wait, another queue continues: a closure that blocks its thread delays others no longer.
final class TimerJobs: Sendable {
  /// How long a closure may keep others waiting.
  static var patience: DispatchTimeInterval { .milliseconds(5) }

  fileprivate struct State {
    /// What has to run, in order, from `next` on.
    var waiting: [TimerQueue.Job?] = []
    var next = 0
    /// How many closures have begun.
    var begun: UInt64 = 0
    /// The queues that run nothing.
    var idle: [DispatchQueue] = []
    /// How many queues run closures.
    var busy = 0
    var isWatched = false

    var isEmpty: Bool { next == waiting.count }

    mutating func takeFirst() -> TimerQueue.Job? {
      if isEmpty { return nil }
      begun += 1
      defer {
        waiting[next] = nil
        next += 1
        if isEmpty { (waiting, next) = ([], 0) }
      }
      return waiting[next]
    }
  }

  private let state = Locked(State())
  private let watch = DispatchQueue(label: "org.tenon.timers.watch")

  /// Runs closures, in order.
  func run(_ jobs: [TimerQueue.Job]) {
    if jobs.isEmpty { return }
    let (queue, mustWatch, begun) = state.withLock { state in
      state.waiting += jobs.map(Optional.some)
      let queue = state.busy == 0 ? state.takeQueue() : nil
      // A single closure on a queue of its own keeps no other one waiting.
      let mustWatch = !state.isWatched && (queue == nil || jobs.count > 1)
      if mustWatch { state.isWatched = true }
      return (queue, mustWatch, state.begun)
    }
    if let queue { work(on: queue) }
    if mustWatch { look(ifBegun: begun) }
  }

  /// Runs what is waiting on a queue, until nothing is.
  private func work(on queue: DispatchQueue) {
    queue.async {
      while let job = self.first(for: queue) { job.run() }
    }
  }

  private func first(for queue: DispatchQueue) -> TimerQueue.Job? {
    state.withLock { state in
      let job = state.takeFirst()
      if job == nil {
        state.busy -= 1
        // One is enough for most programs.
        if state.idle.isEmpty { state.idle.append(queue) }
      }
      return job
    }
  }

  /// Lets another queue continue if none of the closures that wait has begun by then.
  private func look(ifBegun begun: UInt64) {
    watch.asyncAfter(deadline: .now() + Self.patience) {
      let (queue, next) = self.state.withLock { state -> (DispatchQueue?, UInt64?) in
        if state.isEmpty {
          state.isWatched = false
          return (nil, nil)
        }
        return (state.begun == begun ? state.takeQueue() : nil, state.begun)
      }
      if let queue { self.work(on: queue) }
      if let next { self.look(ifBegun: next) }
    }
  }
}

extension TimerJobs.State {
  /// A queue that will run closures.
  fileprivate mutating func takeQueue() -> DispatchQueue {
    busy += 1
    return idle.popLast() ?? DispatchQueue(label: "org.tenon.timers.jobs")
  }
}
