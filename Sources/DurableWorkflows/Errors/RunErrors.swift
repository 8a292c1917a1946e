internal import Foundation
internal import Workflows

/// An error that reports a submitted run whose identifier belongs to another workflow or input.
public struct RunIdentifierTaken: Error, Hashable, CustomStringConvertible {
  /// The identifier.
  public let run: String
  /// The workflow of the run that has it, with the version; `nil` if it is unknown.
  let workflow: WorkflowVersion?
  /// The submitted workflow, with the version.
  let submitted: WorkflowVersion?

  init(run: String, workflow: WorkflowVersion? = nil, submitted: WorkflowVersion? = nil) {
    self.run = run
    self.workflow = workflow
    self.submitted = submitted
  }

  /// A message that describes the problem and how to solve it.
  public var description: String {
    guard let workflow, let submitted else {
      return "There is a run '\(run)', and it is left as it is. Choose another identifier."
    }
    if workflow == submitted {
      return "There is a run '\(run)' with another input, and it is left as it is. "
        + "Choose another identifier, or make the input the same."
    }
    let advice =
      workflow.workflow == submitted.workflow
      ? "If you mean that run, submit it with its version and its input; otherwise, choose"
      : "Choose"
    return "There is a run '\(run)' of \(workflow), and it is left as it is. "
      + "\(advice) another identifier."
  }
}

/// An error that reports that the output of a run cannot be read as the expected type.
public struct UnreadableOutput: Error, Hashable, CustomStringConvertible {
  /// The identifier of the run.
  public let run: String
  /// The name of its workflow.
  public let workflow: String
  /// The version of its workflow.
  public let version: Int
  /// The expected type, and why the output is not one.
  let problem: String

  /// A message that describes the problem and how to solve it.
  public var description: String {
    let definition = WorkflowVersion(workflow, version: version)
    return "The output of run '\(run)' of \(definition) cannot be read as \(problem). Ask for the "
      + "run with the definition that it ran, and pass its version."
  }
}

/// An error that reports a run submitted under a queue key that a run of another workflow has, or a
/// child under a key that any other run has.
public struct QueueKeyTaken: Error, Hashable, CustomStringConvertible {
  /// The key.
  public let key: String
  /// The identifier of the run that has it.
  public let run: String
  /// The name of the workflow of that run.
  public let workflow: String

  /// A message that describes the problem and how to solve it.
  public var description: String {
    "The key '\(key)' belongs to run '\(run)' of the workflow '\(workflow)', so nothing was "
      + "submitted. Choose keys that say what the workflow is, and other keys for other children."
  }
}

/// An error that reports a run that does not exist in the store.
public struct UnknownRun: Error, Hashable, CustomStringConvertible {
  /// The identifier.
  public let run: String

  /// Creates an error, for use in your own store.
  ///
  /// - Parameter run: The identifier.
  @_spi(Stores) public init(run: String) { self.run = run }

  /// A message that describes the problem and its possible causes.
  public var description: String {
    "There is no run '\(run)' in the store: it was never submitted, or was removed after its end."
  }
}

/// An error that reports a step for which a run has no record, so that the run cannot begin again
/// there.
public struct UnknownStep: Error, Hashable, CustomStringConvertible {
  /// The identifier of the run.
  public let run: String
  /// The requested place.
  public let step: String

  /// A message that describes the problem and how to solve it.
  public var description: String {
    "Run '\(run)' has no record of '\(step)'. Take the place of a recorded step from its events, with "
      + "the names of the steps around it, such as /fulfil order/charge. To begin with the first "
      + "step that is not recorded, name none."
  }
}

/// The error of a durable run that has failed.
public struct DurableRunFailed: Error, Hashable, CustomStringConvertible {
  /// The identifier of the run.
  public let run: String
  /// The name of the type of the error.
  public let type: String
  /// The message of the error; if a call of a function has failed, behind the place of the call.
  public let message: String
  /// The places of the steps that could not be undone, whose effects remain.
  public let notUndone: [String]

  /// A message that says what failed and what remains.
  public var description: String {
    "Run '\(run)' has failed: \(message) (\(type)).\(sentence(notUndone: notUndone))"
  }
}

extension DurableRunFailed {
  init(_ row: RunRow<Data>, _ run: String, type: String, message: String) {
    self.run = run
    self.type = type
    self.message = message
    notUndone = row.notUndone
  }
}

/// The error of a durable run that was cancelled.
///
/// It is distinct from `CancellationError`, which would cancel the run of a step that awaits
/// another run.
public struct DurableRunCancelled: Error, Hashable, CustomStringConvertible {
  /// The identifier of the run.
  public let run: String
  /// The places of the steps that could not be undone, whose effects remain.
  public let notUndone: [String]

  /// A message that names the run and says what remains.
  public var description: String {
    "Run '\(run)' was cancelled.\(sentence(notUndone: notUndone))"
  }
}

extension DurableRunCancelled {
  init(_ row: RunRow<Data>, _ run: String) {
    self.run = run
    notUndone = row.notUndone
  }
}

extension RunRow<Data> {
  fileprivate var notUndone: [String] {
    undone.filter { !$0.value }.keys.sorted().map(\.description)
  }
}

/// Returns a sentence to append to the message of an error.
private func sentence(notUndone places: [String]) -> String {
  places.isEmpty
    ? "" : " These steps could not be undone: \(places.joined(separator: ", "))."
}

/// The error of a durable run that was set aside, for a reason that a person has to examine.
public struct DurableRunSetAside: Error, Hashable, CustomStringConvertible {
  /// The identifier of the run.
  public let run: String
  /// The reason.
  public let reason: String

  /// A message that gives the reason and says what to do.
  public var description: String {
    "Run '\(run)' was set aside: \(reason) Mend the cause, and reopen the run."
  }
}

/// The error of a run that did not end within its time limit.
public struct RunDeadlineExceeded: Error, Hashable, CustomStringConvertible {
  /// A message that says what happened.
  public var description: String { "The time limit of the run is over." }
}
