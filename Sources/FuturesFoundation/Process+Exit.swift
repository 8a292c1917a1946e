#if os(macOS) || os(Linux)
public import Foundation
public import Futures

/// How a process ended.
public struct ProcessExit: Hashable, Sendable {
  /// The exit status, or the number of the signal that ended the process.
  public let status: Int32

  /// Whether the process ended by itself or was ended by a signal.
  public let reason: Process.TerminationReason

  /// Makes a description of how a process ended.
  ///
  /// - Parameters:
  ///   - status: The exit status, or the number of the signal.
  ///   - reason: Whether the process ended by itself or was ended by a signal.
  public init(status: Int32, reason: Process.TerminationReason) {
    self.status = status
    self.reason = reason
  }

  /// Whether the process ended by itself with status 0.
  public var isSuccess: Bool { reason == .exit && status == 0 }
}

extension ProcessExit: CustomStringConvertible {
  /// The status or the signal, in words.
  public var description: String {
    reason == .exit ? "exited with status \(status)" : "ended by signal \(status)"
  }
}

extension Process {
  /// Starts the process and waits for its end.
  ///
  /// An exit status other than zero is a value, not an error. Whether the process wrote everything
  /// to its pipes is another matter: read them with `FileHandle.futureReadToEnd(cancellation:)`,
  /// and start reading before the process fills them.
  ///
  /// - Parameters:
  ///   - token: Once cancelled, the future is cancelled at once and the process is told to end
  ///     (`terminate()`, so by SIGTERM), as it is when the future itself is cancelled. A process
  ///     that ignores that runs on. If the token is cancelled already, the process is not started.
  ///     By default, the token of the current scope.
  ///   - fileID: Where the future is made, for diagnostics in debug builds.
  ///   - line: Where the future is made, for diagnostics in debug builds.
  /// - Returns: A future that settles on a thread of Foundation's choice, after a
  ///   `terminationHandler` that was set before. It fails with the error of `run()` if the process
  ///   cannot be started. The process must not have been started before.
  public func futureExit(
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Future<ProcessExit, any Error> {
    .adapted(cancellation: token, fileID, line) { promise in
      let before = terminationHandler
      // Keeps the process until it has ended, also if it outlives its future.
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

  /// Starts the process so that it can be told to end.
  ///
  /// On Linux a process inherits the signals that the thread blocks which starts it, and the
  /// threads that run Swift tasks block nearly all: `terminate()` and `interrupt()` would have no
  /// effect.
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
