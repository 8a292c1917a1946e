internal import Workflows

/// Where in a function the current task is.
struct FunctionScope: Sendable {
  @TaskLocal static var current: FunctionScope?

  let function: FunctionRun
  /// The place around the calls; `nil` in the body of a step, which makes none.
  let place: RecordPath?
  /// The task whose calls of a name are counted: that of the function, or of a part that it waits
  /// for.
  let task: Int?
}

extension FunctionScope {
  static func step(of function: FunctionRun) -> FunctionScope {
    FunctionScope(function: function, place: nil, task: nil)
  }
}

extension FunctionRun {
  static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }

  /// Returns where a call is made, if that is in this function.
  ///
  /// - Throws: ``CallRefused``.
  func scope(of call: String) throws -> (place: RecordPath, isCounted: Bool) {
    guard let scope = FunctionScope.current, scope.function === self else {
      throw refused(call, .outside)
    }
    guard let place = scope.place else { throw refused(call, .insideStep) }
    return (place, scope.task == Self.currentTask)
  }

  func refused(_ call: String, _ reason: CallRefused.Reason) -> CallRefused {
    CallRefused(call: call, function: context.name, reason: reason)
  }
}
