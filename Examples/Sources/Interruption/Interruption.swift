import Dispatch
public import Futures

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Turns Ctrl-C into the cancellation of a token, instead of the end of the program.
///
/// Only the first Ctrl-C is polite: a second one ends the program there and then.
public struct Interruption {
  private let source = CancellationSource()
  // A queue of its own has a thread also while work keeps all those of the global queues busy.
  private let signals = DispatchSource.makeSignalSource(
    signal: SIGINT,
    queue: DispatchQueue(label: "interruption")
  )

  /// Starts listening, until ``stop()``.
  public init() {
    signal(SIGINT, SIG_IGN)
    signals.setEventHandler { [source] in
      signal(SIGINT, SIG_DFL)
      source.cancel()
    }
    // A signal that comes before the source is installed would be lost.
    let isInstalled = DispatchSemaphore(value: 0)
    signals.setRegistrationHandler { isInstalled.signal() }
    signals.activate()
    isInstalled.wait()
  }

  /// The token that Ctrl-C cancels.
  public var token: CancellationToken { source.token }

  /// Restores the usual meaning of Ctrl-C.
  public func stop() {
    signals.cancel()
    signal(SIGINT, SIG_DFL)
  }
}
