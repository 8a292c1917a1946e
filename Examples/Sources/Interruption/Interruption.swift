import Dispatch
public import Futures

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A handler that turns Ctrl-C into the cancellation of a token instead of the end of the program.
///
/// Only the first Ctrl-C is handled this way: a second one ends the program immediately.
public struct Interruption {
  private let source = CancellationSource()
  private let numbers: [Int32]
  private let signals: [any DispatchSourceSignal]

  /// Starts listening, until ``stop()``.
  ///
  /// - Parameter numbers: The signals: that of Ctrl-C, and for a service also `SIGTERM`.
  public init(_ numbers: [Int32] = [SIGINT]) {
    self.numbers = numbers
    // A separate queue has a thread even while work keeps all threads of the global queues busy.
    let queue = DispatchQueue(label: "interruption")
    signals = numbers.map { DispatchSource.makeSignalSource(signal: $0, queue: queue) }
    for (number, source) in zip(numbers, signals) {
      signal(number, SIG_IGN)
      source.setEventHandler { [token = self.source] in
        signal(number, SIG_DFL)
        token.cancel()
      }
      // A signal that arrives before the source is installed would be lost.
      let isInstalled = DispatchSemaphore(value: 0)
      source.setRegistrationHandler { isInstalled.signal() }
      source.activate()
      isInstalled.wait()
    }
  }

  /// The token that Ctrl-C cancels.
  public var token: CancellationToken { source.token }

  /// Restores the usual meaning of Ctrl-C.
  public func stop() {
    for source in signals { source.cancel() }
    for number in numbers { signal(number, SIG_DFL) }
  }
}
