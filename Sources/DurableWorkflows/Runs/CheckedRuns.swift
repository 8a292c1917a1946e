/// Runs of a store of which the same becomes when a process takes them.
public struct CheckedRuns: Hashable, Sendable, Codable {
  /// What becomes of a run.
  public enum Outcome: String, Hashable, Sendable, Codable {
    /// The run is set aside, because the definition of its workflow does not fit what it has
    /// recorded.
    case setAside
    /// It is unknown whether the run continues: its function awaits something else than calls.
    case unknown
    /// Nobody takes the run: no workflow of its name and version is registered.
    case notRegistered
    /// The run fits, and waits for another process: its queue is not among those of the options.
    case notInQueues
    /// The run continues behind its last record, without checkpoints that were added before it.
    case skipsSteps
    /// The run continues.
    case continues
  }

  /// What becomes of the runs.
  public let outcome: Outcome
  /// The name of their workflow.
  public let workflow: String
  /// The version of their workflow.
  public let version: Int
  /// The reason with which they are set aside, or what is to be said about them; `nil` if they
  /// continue.
  public let message: String?
  /// The number of the runs.
  public internal(set) var count = 0
  /// The identifiers of some of the runs.
  public internal(set) var runs: [String] = []

  init(_ outcome: Outcome, _ definition: WorkflowVersion, _ message: String?) {
    self.outcome = outcome
    workflow = definition.workflow
    version = definition.version
    self.message = message
  }
}

extension CheckedRuns: CustomStringConvertible {
  /// A line about the runs, for people.
  public var description: String {
    let what =
      switch outcome {
      case .setAside: "set aside"
      case .unknown: "unknown"
      case .notRegistered: "not registered"
      case .notInQueues: "not in these queues"
      case .skipsSteps: "continuing, with steps left out"
      case .continues: "continuing"
      }
    let names = runs.joined(separator: ", ") + (runs.count < count ? ", and others" : "")
    let definition = WorkflowVersion(workflow, version: version)
    return "\(definition): \(count) \(what) (\(names))" + (message.map { ". \($0)" } ?? "")
  }
}

/// The runs of a store, by what becomes of them.
struct RunForecast {
  /// The number of identifiers that are kept of the same runs.
  private static let namedRuns = 5
  /// The number of differences that are kept: a message can name a key, and each run has its own.
  private static let mostMessages = 1000

  private struct Key: Hashable {
    let outcome: CheckedRuns.Outcome
    let definition: WorkflowVersion
    var message: String?
  }

  private var groups: [Key: CheckedRuns] = [:]

  mutating func add(
    _ run: RunSummary,
    _ outcome: CheckedRuns.Outcome,
    _ message: String? = nil
  ) {
    let definition = WorkflowVersion(run.workflow, version: run.version)
    var key = Key(outcome: outcome, definition: definition, message: message)
    if message != nil, groups[key] == nil, groups.count >= Self.mostMessages {
      key.message = "There are more differences than are listed."
    }
    var group = groups[key] ?? CheckedRuns(outcome, definition, key.message)
    group.count += 1
    if group.runs.count < Self.namedRuns { group.runs.append(run.id) }
    groups[key] = group
  }

  /// What has to be looked at comes first, and what concerns more runs.
  var all: [CheckedRuns] {
    let order: [CheckedRuns.Outcome] = [
      .setAside, .unknown, .notRegistered, .notInQueues, .skipsSteps, .continues,
    ]
    return groups.sorted { one, other in
      let (first, second) = (order.firstIndex(of: one.key.outcome) ?? 0, one.value.count)
      let (third, fourth) = (order.firstIndex(of: other.key.outcome) ?? 0, other.value.count)
      if first != third { return first < third }
      if second != fourth { return second > fourth }
      if one.key.definition != other.key.definition {
        return one.key.definition < other.key.definition
      }
      return one.key.message ?? "" < other.key.message ?? ""
    }
    .map(\.value)
  }
}
