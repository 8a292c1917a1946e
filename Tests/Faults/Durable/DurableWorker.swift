import Foundation

#if SQLite || PostgreSQL
import DurableWorkflows

/// A process that works on the runs of a store until it is killed.
struct DurableWorker {
  private let place: DurablePlace
  private let log: RunLog
  private let lease: Int
  private let mode: Mode

  /// How a process works.
  enum Mode: String {
    case givenKeys = "given-keys"
    /// Each step has a key of its own making.
    case madeUpKeys = "made-up-keys"
    /// A step of each run blocks its thread for three leases.
    case blocking
    /// A run that ends its processes is set aside soon.
    case fewClaims = "few-claims"
    /// It also works on the runs of queues.
    case queues
    /// The same, and it knows of no limits.
    case queuesWithoutLimits = "queues-without-limits"
  }

  init?(_ arguments: ArraySlice<String>) {
    let words = Array(arguments)
    guard words.count == 4, let lease = Int(words[2]), let mode = Mode(rawValue: words[3])
    else { return nil }
    place = DurablePlace(words[0])
    log = RunLog(file: URL(filePath: words[1]))
    self.lease = lease
    self.mode = mode
  }

  func work() async throws {
    let runs = try await DurableBench.open(place, log, lease: lease, mode: mode) {
      if case .lost(let run) = $0 { try? log.note(.lost(Int(run) ?? 0)) }
    }
    runs.start()
    say("\(Int(Date().timeIntervalSince1970))")
    while true { try await Task.sleep(for: .seconds(3600)) }
  }
}
#else
/// A process that works on the runs of a file, which is not built in.
struct DurableWorker {
  init?(_ arguments: ArraySlice<String>) { nil }
  func work() async throws {}
}
#endif

#if !SQLite
extension Scenario {
  /// What is done to durable runs in SQLite, which is not built in.
  static let durable: [Scenario] = []
}
#endif

#if !PostgreSQL
extension Scenario {
  /// What is done to durable runs in PostgreSQL, which is not built in.
  static let postgresql: [Scenario] = []
}
#endif
