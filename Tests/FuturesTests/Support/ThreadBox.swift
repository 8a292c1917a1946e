import Dispatch
import Foundation

/// A thread.
final class ThreadBox: Sendable {
  private let body: @Sendable () -> Void
  private let stackSize: Int?
  private let ended = DispatchSemaphore(value: 0)

  /// Makes a thread that has not started.
  ///
  /// - Parameters:
  ///   - stackSize: The size of its stack in bytes; `nil` for the system's default.
  ///   - body: What it does.
  init(stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void) {
    self.body = body
    self.stackSize = stackSize
  }

  func start() {
    let thread = Thread { [self] in
      body()
      ended.signal()
    }
    if let stackSize { thread.stackSize = stackSize }
    thread.start()
  }

  func join() { ended.wait() }
}
