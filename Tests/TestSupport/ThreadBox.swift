import Dispatch
import Foundation
import Futures

/// A thread that has released its work before it can be joined.
package final class ThreadBox: Sendable {
  private struct Work {
    var body: (@Sendable () -> Void)?
  }

  private let work: Locked<Work>
  private let stackSize: Int?
  private let ended = DispatchSemaphore(value: 0)

  /// Creates a thread without starting it.
  ///
  /// - Parameters:
  ///   - stackSize: The size of its stack in bytes, or `nil` for the system's default.
  ///   - body: The work of the thread. Released on the thread, before ``join()`` returns.
  package init(stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void) {
    work = Locked(Work(body: body))
    self.stackSize = stackSize
  }

  package func start() {
    let thread = Thread { [self] in
      run()
      ended.signal()
    }
    if let stackSize { thread.stackSize = stackSize }
    thread.start()
  }

  package func join() { ended.wait() }

  private func run() {
    let taken = work.withLock { work in
      defer { work.body = nil }
      return work
    }
    taken.body?()
  }
}
