#if NIO
import Futures
import NIOCore

import class Dispatch.DispatchQueue

/// An event loop whose jobs a test runs by hand, on one thread.
final class StepLoop: EventLoop {
  private struct Job {
    let run: @Sendable () -> Void
  }

  private struct State {
    var jobs: [Job] = []
    var isRunning = false
    var isShutDown = false
    var hops = 0
  }

  private let state = Locked(State())

  /// The number of jobs submitted to the loop.
  var hops: Int { state.withLock { $0.hops } }

  /// Runs a closure and all submitted jobs on the loop.
  func run(_ body: () -> Void = {}) {
    state.withLock { $0.isRunning = true }
    defer { state.withLock { $0.isRunning = false } }
    body()
    while let job = next() { job.run() }
  }

  /// Shuts down the loop, which from then on discards the jobs submitted to it.
  func shutDown() { state.withLock { $0.isShutDown = true } }

  private func next() -> Job? {
    state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
  }

  // MARK: EventLoop

  var inEventLoop: Bool { state.withLock { $0.isRunning } }

  func execute(_ task: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.hops += 1
      if !state.isShutDown { state.jobs.append(Job(run: task)) }
    }
  }

  func submit<T>(_ task: @escaping @Sendable () throws -> T) -> EventLoopFuture<T> {
    fatalError("not needed")
  }

  func scheduleTask<T>(
    deadline: NIODeadline,
    _ task: @escaping @Sendable () throws -> T
  ) -> Scheduled<T> {
    fatalError("not needed")
  }

  func scheduleTask<T>(
    in delay: TimeAmount,
    _ task: @escaping @Sendable () throws -> T
  ) -> Scheduled<T> {
    fatalError("not needed")
  }

  func shutdownGracefully(
    queue: DispatchQueue,
    _ callback: @escaping @Sendable ((any Error)?) -> Void
  ) {
    shutDown()
    queue.async { callback(nil) }
  }
}
#endif
