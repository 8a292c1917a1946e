public import Foundation
public import Workflows

/// A run to add to a store.
///
/// Create it with ``DurableRuns/submission(of:id:input:version:after:timeLimit:in:signals:tags:)``.
public struct RunSubmission: Hashable, Sendable {
  /// The identifier of the run.
  @_spi(Stores) public var id: String
  /// The name of its workflow.
  @_spi(Stores) public var workflow: String
  /// The version of its workflow.
  @_spi(Stores) public var version: Int
  /// Its input, encoded.
  @_spi(Stores) public var input: Data
  /// The time that the run waits before it begins.
  @_spi(Stores) public var delay: Duration
  /// The time after which the run fails, from now; `nil` for no limit.
  @_spi(Stores) public var timeLimit: Duration?
  /// The records that the run begins with, in the order of their sequence numbers.
  @_spi(Stores) public var records: [RecordPath: RunRow<Data>.Record]
  /// The signals that the run begins with, encoded, by their names.
  @_spi(Stores) public var signals: [String: Data]
  /// What is said of the run, by name.
  @_spi(Stores) public var tags: [String: String]
  /// Its place in a queue; `nil` for a run without one.
  @_spi(Stores) public var place: QueuePlace?
  /// Whether a run of another version of the workflow is another run.
  var insistsOnVersion = false

  /// Creates a submission.
  @_spi(Stores) public init(
    id: String,
    workflow: String,
    version: Int = 1,
    input: Data,
    delay: Duration = .zero,
    timeLimit: Duration? = nil,
    records: [RecordPath: RunRow<Data>.Record] = [:],
    signals: [String: Data] = [:],
    tags: [String: String] = [:],
    place: QueuePlace? = nil
  ) {
    self.id = id
    self.workflow = workflow
    self.version = version
    self.input = input
    self.delay = delay
    self.timeLimit = timeLimit
    self.records = records
    self.signals = signals
    self.tags = tags
    self.place = place
  }

  /// The workflow and its version.
  package var definition: WorkflowVersion { WorkflowVersion(workflow, version: version) }
}

/// The result of a submission.
public enum SubmissionAnswer: Hashable, Sendable {
  /// The run was added.
  case new
  /// A run with this identifier, workflow, version, and input exists.
  case same
  /// A run with this identifier and another workflow, version, or input exists.
  case different
  /// Another run of the queue has the key, and the run was not added.
  case taken(by: String)
}
