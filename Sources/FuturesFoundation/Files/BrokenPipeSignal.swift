#if !canImport(Darwin)
#if canImport(Musl)
internal import Musl
#elseif canImport(Glibc)
internal import Glibc
#endif

/// The signal of a write to a pipe that no process reads, which by default ends the process.
enum BrokenPipeSignal {
  /// Calls a closure that writes, without the signal.
  ///
  /// The write still fails with `EPIPE`.
  ///
  /// The system sends the signal to the thread that writes. The signal is blocked there during the
  /// call, and consumed at the end, so that the handlers of the process and its other threads are
  /// unaffected.
  static func suppressed<Result>(_ write: () throws -> Result) rethrows -> Result {
    var pipe = sigset_t()
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    var pending = sigset_t()
    sigpending(&pending)
    // A signal that is already pending belongs to other code.
    if sigismember(&pending, SIGPIPE) == 1 { return try write() }
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &pipe, &before)
    defer {
      var noTime = timespec()
      while sigtimedwait(&pipe, nil, &noTime) == -1, errno == EINTR {}
      pthread_sigmask(SIG_SETMASK, &before, nil)
    }
    return try write()
  }
}
#endif
