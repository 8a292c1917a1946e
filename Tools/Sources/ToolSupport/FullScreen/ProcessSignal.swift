import Foundation

/// The usual effect of signals on the process.
enum ProcessSignal {
  /// Ends or stops the process; returns when a stopped one goes on.
  static func act(on number: Int32) {
    let handler = signal(number, SIG_DFL)
    unblock(number)
    raise(number)
    // The first process of a container does not end by a signal.
    if number != SIGTSTP { _exit(128 + number) }
    signal(number, handler)
  }

  /// Lets a signal reach the thread.
  static func unblock(_ number: Int32) {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
