import BoltsCompat
import Futures

enum TestError: Error, Equatable {
  case first, second, third
}

enum OtherError: Error, Equatable {
  case other
}

/// An error type with a case for cancellation.
enum StoppableError: Error, Equatable, CancellationRepresentable {
  case failed, stopped

  static var cancellation: StoppableError { .stopped }
  var isCancellation: Bool { self == .stopped }
}

/// The end of a task, for comparisons.
enum Ending: Equatable {
  case pending, cancelled
  case result(String)
  case error(String)
}

extension BFTask {
  /// The end of the task, read through its accessors, which must agree with each other.
  var ending: Ending {
    switch (completed, faulted, cancelled, result, error) {
    case (false, false, false, nil, nil): .pending
    case (true, false, true, nil, nil): .cancelled
    case (true, false, false, let result?, nil): .result("\(result)")
    case (true, true, false, nil, let error?): .error("\(error)")
    default: .error("the accessors contradict each other")
    }
  }
}

/// The ways in which a task can end, as arguments of a test.
enum Outcome: CaseIterable, Sendable {
  case result, error, cancellation

  var task: BFTask<Int> {
    switch self {
    case .result: BFTask(1)
    case .error: BFTask(error: TestError.first)
    case .cancellation: .cancelledTask()
    }
  }

  var ending: Ending {
    switch self {
    case .result: .result("1")
    case .error: .error("first")
    case .cancellation: .cancelled
    }
  }

  func complete(_ source: BFTaskCompletionSource<Int>) {
    switch self {
    case .result: source.set(result: 1)
    case .error: source.set(error: TestError.first)
    case .cancellation: source.cancel()
    }
  }
}
