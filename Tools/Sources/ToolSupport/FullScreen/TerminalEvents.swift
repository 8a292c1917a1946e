import Dispatch
import Foundation

/// The signals of the process, and the key q, while a command has the terminal.
///
/// Each signal does what it always does, and finds the terminal as it was.
struct TerminalEvents {
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]

  private let sources: [any DispatchSourceProtocol]

  /// Begins to handle signals and keys, until ``stop()``.
  init(_ screen: AlternateScreen) {
    // Separate queues have threads even while work keeps all threads of the global queues busy.
    let queue = DispatchQueue(label: "signals")
    var sources: [any DispatchSourceProtocol] = Self.signals.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { screen.interrupt { ProcessSignal.act(on: number) } }
      return source
    }
    if isatty(STDIN_FILENO) == 1 {
      let keys = DispatchSource.makeReadSource(
        fileDescriptor: STDIN_FILENO,
        queue: DispatchQueue(label: "keys")
      )
      keys.setEventHandler { if Self.isAtEnd() { screen.interrupt { _exit(0) } } }
      sources.append(keys)
    }
    for source in sources {
      // A signal that arrives before the source is installed would be lost.
      let isInstalled = DispatchSemaphore(value: 0)
      source.setRegistrationHandler { isInstalled.signal() }
      source.activate()
      isInstalled.wait()
    }
    self.sources = sources
  }

  /// Leaves signals and keys to the process again.
  func stop() {
    for source in sources { source.cancel() }
    for number in Self.signals { signal(number, SIG_DFL) }
  }

  /// Reads keys, and returns whether one is q, or the terminal is gone.
  private static func isAtEnd() -> Bool {
    var keys = [UInt8](repeating: 0, count: 64)
    let count = read(STDIN_FILENO, &keys, keys.count)
    if count < 0 { return errno != EINTR }
    return count == 0 || keys.prefix(count).contains(UInt8(ascii: "q"))
  }
}
