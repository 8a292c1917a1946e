internal import Futures

/// The steps of a run: those of its workflow, and those that are inserted while it goes.
final class RunPlan: Sendable {
  private struct State {
    /// The place of the last step that has begun, and of the end if that has been reached.
    var begun = -1
    var inserted: [Int: [any InsertedStep]] = [:]
  }

  let stages: [StageInfo]
  /// The type at the end.
  let output: any Any.Type
  private let state = Locked(State())

  init<Output>(stages: [StageInfo], output: Output.Type) {
    self.stages = stages
    self.output = output
  }

  /// The type that a value has before a step, or at the end.
  func type(at place: Int) -> any Any.Type {
    place < stages.count ? stages[place].input : output
  }

  /// Takes the next step that was inserted at a place, or begins the step of that place if there is none.
  ///
  /// - Returns: The inserted step; `nil` if the place has begun, so that nothing can be inserted there.
  func begin(_ place: Int) -> (any InsertedStep)? {
    state.withLock { state in
      if state.inserted.isEmpty || state.inserted[place]?.isEmpty ?? true {
        state.begun = place
        return nil
      }
      return state.inserted[place]?.removeFirst()
    }
  }

  /// Inserts a step at the first of some places that has not begun.
  ///
  /// - Returns: Whether there was one.
  func insert(_ step: any InsertedStep, atFirstOf places: [Int]) -> Bool {
    state.withLock { state in
      guard let place = places.first(where: { $0 > state.begun }) else { return false }
      state.inserted[place, default: []].append(step)
      return true
    }
  }
}

/// A step that was inserted into a run.
protocol InsertedStep: Sendable {}

/// A step that was inserted where values are of its type.
struct TypedInsertedStep<Value: Sendable>: InsertedStep {
  let step: any Step<Value, Value>
}
