import Logging
import ServiceLifecycle

/// Removes expired and surplus entries from the store once a minute.
struct Pruning: Service, CustomStringConvertible {
  private let store: any EntryStore
  private let count: Int
  private let clock: WallClock
  private let logger: Logger

  init(store: any EntryStore, keeping count: Int, _ clock: WallClock, _ logger: Logger) {
    self.store = store
    self.count = count
    self.clock = clock
    self.logger = logger
  }

  /// The name in the log.
  var description: String { "Pruning" }

  func run() async {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        do {
          if let left = try await store.prune(keeping: count) {
            logger.debug("pruned the store", metadata: ["entries": "\(left)"])
          }
        } catch {
          logger.error("the store has failed", metadata: ["action": "prune", "error": "\(error)"])
        }
        do { try await clock.pauses.sleep(for: .seconds(60)) } catch { return }
      }
    }
  }
}
