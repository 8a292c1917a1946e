import AppLinksServer
import Logging
import Synchronization

/// The lines of a log.
final class LogLines: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  /// A logger that logs everything.
  var logger: Logger {
    var logger = Logger(label: "test") { label in
      JSONLogHandler(label: label) { line in self.lines.withLock { $0.append(line) } }
    }
    logger.logLevel = .debug
    return logger
  }
}
