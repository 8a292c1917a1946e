internal import Workflows

/// Where in a function the current task is.
enum FunctionScope: Sendable {
  @TaskLocal static var current: FunctionScope?

  /// In the function itself, or in a task that it has started.
  case function(FunctionRun)
  /// In the body of one of its steps.
  case step(FunctionRun)
}

extension FunctionRun {
  /// Begins a call in the current task, if it is one of this function.
  ///
  /// - Throws: ``CallRefused``, and `CancellationError` if the function has to stop.
  func checkTask(of call: String) throws {
    switch FunctionScope.current {
    case .function(let function) where function === self: return
    case .step(let function) where function === self: throw refused(call, .insideStep)
    case .function, .step, nil: throw refused(call, .outside)
    }
  }

  func refused(_ call: String, _ reason: CallRefused.Reason) -> CallRefused {
    CallRefused(call: call, function: context.name, reason: reason)
  }
}
