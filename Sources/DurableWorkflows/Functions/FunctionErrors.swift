internal import Workflows

/// A call that a function cannot make where it is made.
struct CallRefused: Error, CustomStringConvertible {
  enum Reason {
    case insideStep
    case outside
    case afterReturn
    case withoutKey
    case undoInPart
    case withoutStore
    case continuesInPart
    case beforeEnd(of: [RecordPath])
    case forgetsUndo(of: [RecordPath])
    case otherInput(String, than: String)
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
    case .withoutStore:
      "'\(call)' is called in a run without a store, and no other run could receive the signal. Run "
        + "'\(function)' with `DurableRuns`."
    case .continuesInPart:
      "'\(call)' is called in '\(function)', which is a part of another workflow. Register the "
        + "function as a workflow of its own."
    case .beforeEnd(of: let calls):
      "'\(call)' is called before \(calls.sorted().quoted) has ended. Await the other calls of "
        + "'\(function)', also the part around this one, before you continue as new."
    case .forgetsUndo(of: let calls):
      "'\(call)' would forget how to undo \(calls.sorted().quoted). A run continues as new only if it "
        + "has called nothing with an `undo`, and no child."
    case .otherInput(let type, than: let expected):
      "'\(call)' passes \(type), and the input of '\(function)' is \(expected)."
    case .withoutKey:
      "'\(call)' is called again by another task of '\(function)', so its name and key do not "
        + "identify it. Give each of these calls a key of its own, such as `key: item.id`."
    }
  }
}

/// A run that has as many records as it may have.
struct TooManyRecords: Error, CustomStringConvertible {
  let limit: Int

  var description: String {
    "The run has \(limit) records, and makes no further call. Call `continueAsNew` with what is left "
      + "to do, before a run has so many; or raise `maxRecords` of the options, and reopen the run."
  }
}

/// Calls that had not ended when their function returned.
struct CallsNotAwaited: Error, CustomStringConvertible {
  let calls: [RecordPath]
  let function: String

  var description: String {
    "'\(function)' has returned, and has not waited for \(calls.sorted().quoted). "
      + "Await the tasks that make these calls."
  }
}

/// A function that no longer asks for what a run has recorded or begun.
struct FunctionChanged: Error, CustomStringConvertible {
  struct Expected {
    let place: RecordPath
    /// Whether the call has ended, and is the next one that has; not if it has only begun.
    let isRecorded: Bool
  }

  let expected: Expected
  /// What the function does instead.
  let found: String

  var description: String {
    let place = "'\(expected.place)'"
    let has = expected.isRecorded ? "recorded \(place) next" : "begun \(place)"
    return "The run has \(has), and the function \(found). If you have changed the "
      + "function, restore the call, name a renamed step with `was:`, put a new one behind "
      + "`run.has`, or register the old function beside the new one, with another version. If not, "
      + "it decides by something that is not recorded, such as a `Date()`: use `run.now`, "
      + "`run.random` or the output of a step. Then reopen the run."
  }
}

/// A wait for a signal that is no longer limited.
struct LimitRemoved: CustomStringConvertible {
  let wait: RecordPath

  var description: String {
    "'\(wait)' has a limit, and the function waits without one there. Restore the limit, give the "
      + "wait another name, or register the old function beside the new one, with another version."
  }
}

/// Calls to undo for which a function no longer names how.
struct UndosMissing: CustomStringConvertible {
  let calls: [RecordPath]

  var description: String {
    "The run has to undo \(calls.quoted), and the function names no undo there. Nothing was undone. "
      + "Restore the calls with their undo, and reopen the run."
  }
}
