internal import Workflows

/// A call that a function cannot make where it is made.
struct CallRefused: Error, CustomStringConvertible {
  enum Reason {
    case insideStep
    case outside
    case afterReturn
    case withoutKey
    case undoInPart
  }

  let call: String
  let function: String
  let reason: Reason

  var description: String {
    switch reason {
    case .insideStep:
      "'\(call)' is called in the body of another step of '\(function)', whose record would "
        + "cover it. Call it after that step."
    case .outside:
      "'\(call)' is called in a task that '\(function)' did not start, or in another run. Call it "
        + "in the function, or in its child tasks."
    case .afterReturn:
      "'\(call)' is called after '\(function)' has returned. Wait for the calls of a task before "
        + "you return."
    case .undoInPart:
      "'\(call)' has an undo, and '\(function)' is a part of another workflow, which could not find "
        + "it after a restart. Register the function as a workflow of its own, and run it in a "
        + "`ChildRun`."
    case .withoutKey:
      "'\(call)' is called again by another task of '\(function)', so its name does not identify "
        + "it. Give each of these calls a key, as in `step(\"\(call)\", key: item.id)`."
    }
  }
}

/// Calls that had not ended when their function returned.
struct CallsNotAwaited: Error, CustomStringConvertible {
  let calls: [RecordPath]
  let function: String

  var description: String {
    let names = calls.sorted().map { "'\($0)'" }.joined(separator: ", ")
    return "'\(function)' has returned, and has not waited for \(names). Await the tasks that make "
      + "these calls."
  }
}

/// A function that no longer asks for what a run has recorded.
struct FunctionChanged: CustomStringConvertible {
  let recorded: RecordPath
  /// What the function does instead.
  let found: String

  var description: String {
    "The run has recorded '\(recorded)' next, and the function \(found). Restore the call, or "
      + "register the old function beside the new one, with another version, or fork the run from "
      + "an earlier step."
  }
}

/// Calls to undo for which a function no longer names how.
struct UndosMissing: CustomStringConvertible {
  let calls: [RecordPath]

  var description: String {
    let names = calls.map { "'\($0)'" }.joined(separator: ", ")
    return
      "The run has to undo \(names), and the function names no undo there. Nothing was undone. "
      + "Restore the calls with their undo, and reopen the run."
  }
}
