#if os(macOS) || os(Linux)
public import Foundation
public import Futures

/// The end of a process: its status, and whether it exited or was ended by a signal.
public struct ProcessExit: Hashable, Sendable {
  /// The exit status, or the number of the signal that ended the process.
  public let status: Int32

  /// Whether the process exited or was ended by a signal.
  public let reason: Process.TerminationReason

  /// Creates the end of a process.
  ///
  /// - Parameters:
  ///   - status: The exit status, or the number of the signal.
  ///   - reason: Whether the process exited or was ended by a signal.
  package init(status: Int32, reason: Process.TerminationReason) {
    self.status = status
    self.reason = reason
  }

  /// Whether the process exited with status 0.
  public var isSuccess: Bool { reason == .exit && status == 0 }
}

extension ProcessExit: CustomStringConvertible {
  /// The status or the signal, in words.
  public var description: String {
    reason == .exit ? "exited with status \(status)" : "ended by signal \(status)"
  }
}

extension Process {
  /// Starts the process and returns a future of its end.
  ///
  /// A nonzero exit status is a value, not an error. The end of a process does not mean that you
  /// have read all its output: read its pipes with `FileHandle.futureReadToEnd(cancellation:)`, and
  /// start before the process fills them. Do not start the process yourself.
  ///
  /// - Parameters:
  ///   - token: Cancels the future at once and terminates the process with `terminate()`, that is,
  ///     SIGTERM, as cancelling the future itself does. A process that ignores the signal
  ///     continues. If the token is already cancelled, the process is not started. By default, the
  ///     token of the current scope.
  ///   - fileID: The call site, for diagnostics in debug builds.
  ///   - line: The call site, for diagnostics in debug builds.
  /// - Returns: A future that settles on a thread of Foundation's choice, after an existing
  ///   `terminationHandler` was called. It fails with the error of `run()` if the process cannot be
  ///   started.
  public func futureExit(
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Future<ProcessExit, any Error> {
    .adapted(cancellation: token, fileID, line) { promise in
      let before = terminationHandler
      // Retains the process until its end, even if it outlives the future.
      terminationHandler = { [self] _ in
        terminationHandler = before
        before?(self)
        promise.succeed(ProcessExit(status: terminationStatus, reason: terminationReason))
      }
      do {
        try runWithoutBlockedSignals()
        return { self.terminate() }
      } catch {
        terminationHandler = before
        promise.fail(error)
        return {}
      }
    }
  }

  /// Starts the process with no signals blocked, so that it can be terminated.
  ///
  /// On Linux a process inherits the blocked signals of the thread that starts it, and the threads
  /// of Swift's tasks block nearly all: `terminate()` and `interrupt()` would have no effect.
  private func runWithoutBlockedSignals() throws {
    #if os(Linux)
    var none = sigset_t()
    var blocked = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &blocked)
    defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
    #endif
    try run()
  }
}
#endif
