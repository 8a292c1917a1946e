import Dispatch
import Futures

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Cancels a token when the user presses Ctrl-C, instead of ending the program.
struct Interrupt {
  private let cancellation = CancellationSource()
  private let signals = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())

  /// Listens from here on, until `stop()`.
  init() {
    signal(SIGINT, SIG_IGN)
    signals.setEventHandler { [cancellation] in cancellation.cancel() }
    signals.activate()
  }

  /// Cancelled by Ctrl-C.
  var token: CancellationToken { cancellation.token }

  /// Gives Ctrl-C its usual meaning back.
  func stop() {
    signals.cancel()
    signal(SIGINT, SIG_DFL)
  }
}
