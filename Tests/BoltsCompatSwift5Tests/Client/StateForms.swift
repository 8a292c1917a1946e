import BoltsCompat

/// What can be read of a task.
struct StateForms {
  func summary(_ task: Task<Int>) -> String {
    task.waitUntilCompleted()
    guard task.completed else { return "pending" }
    if task.cancelled { return "cancelled" }
    if task.faulted, let error = task.error {
      if let error = error as? LocalError, case .second(let detail) = error { return detail }
      return "failed: \(error)"
    }
    return "result: \(task.result!)"
  }

  func texts(_ task: Task<Int>) -> [String] {
    return [task.description, task.debugDescription, "\(task)", String(describing: task)]
  }

  func cancelling(_ task: Task<Int>) -> [Task<Int>] {
    return [
      task.continueOnSuccessWith { _ in throw CancelledError() },
      task.continueOnSuccessWithTask { _ in .cancelledTask() },
      Task { throw CancelledError() },
    ]
  }

  func isCancellation(_ error: Error) -> Bool {
    switch error {
    case is CancelledError: return true
    default: return false
    }
  }

  /// An asynchronous function of the time after: the error is any error, so it can be cast.
  func outcome(_ task: Task<Int>) async -> String {
    do {
      return "\(try await task.get())"
    } catch {
      if let error = error as? LocalError { return "local: \(error)" }
      return "other: \(error)"
    }
  }
}
