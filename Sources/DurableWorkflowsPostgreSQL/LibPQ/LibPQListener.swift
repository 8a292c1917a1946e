#if PostgreSQL
internal import Foundation
internal import Futures

/// A connection that listens to a channel and is reopened whenever it is lost.
final class LibPQListener: Sendable {
  private let info: ConnectionInfo
  private let channel: String
  private let timeout: Duration
  private let yield: @Sendable (PostgreSQLNotification) -> Void
  private let pipe = Locked<WakePipe?>(nil)
  private let isClosed = Locked(false)

  init(
    _ info: ConnectionInfo,
    _ channel: String,
    timeout: Duration,
    yield: @escaping @Sendable (PostgreSQLNotification) -> Void
  ) {
    self.info = info
    self.channel = channel
    self.timeout = timeout
    self.yield = yield
  }

  /// Begins to listen on a dedicated thread.
  func start() {
    Thread.detachNewThread { [self] in
      while !isClosed.withLock({ $0 }) {
        if let pipe = WakePipe() {
          self.pipe.withLock { $0 = pipe }
          return listen(pipe)
        }
        // The process has too many open files.
        Thread.sleep(forTimeInterval: BackOff.pause(after: 5) / .seconds(1))
      }
    }
  }

  func close() {
    isClosed.withLock { $0 = true }
    pipe.withLock { $0 }?.wake()
  }

  private func listen(_ pipe: WakePipe) {
    var failures = 0
    while !isClosed.withLock({ $0 }) {
      do {
        try listenOnce(pipe) { failures = 0 }
      } catch {
        failures += 1
      }
      let end = ContinuousClock.now + BackOff.pause(after: max(1, failures))
      while ContinuousClock.now < end, !isClosed.withLock({ $0 }) {
        _ = pipe.wait(for: nil, until: end)
      }
    }
  }

  private func listenOnce(_ pipe: WakePipe, _ didBegin: () -> Void) throws {
    let handle = try LibPQHandle(info, pipe, until: .now + timeout) { isClosed.withLock { $0 } }
    let name = channel.replacing("\"", with: "\"\"")
    let statement = LibPQStatement(sql: "LISTEN \"\(name)\"", deadline: .now + timeout)
    _ = try handle.execute(statement) { isClosed.withLock { $0 } }
    didBegin()
    yield(.listening)
    // Some notifications may have arrived along with the answer.
    while handle.isUsable, !isClosed.withLock({ $0 }) {
      for payload in handle.notifications() { yield(.payload(payload)) }
      if pipe.wait(for: handle.socket, until: nil).contains(.readable) { handle.receive() }
    }
  }
}
#endif
