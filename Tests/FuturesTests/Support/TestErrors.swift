import Futures

/// An error type that can represent neither cancellation nor a broken promise.
enum TestError: Error, Equatable {
  case first, second, third
}

/// Another error type, to combine with the first.
enum OtherError: Error, Equatable {
  case other
}

/// An error type with a case for cancellation.
enum StoppableError: Error, Equatable, CancellationRepresentable {
  case failed, alsoFailed, stopped

  static var cancellation: StoppableError { .stopped }
  var isCancellation: Bool { self == .stopped }
}

/// An error type with a case for a broken promise.
enum BreakableError: Error, Equatable, BrokenPromiseRepresentable {
  case failed, broken

  static func brokenPromise(_ broken: BrokenPromise) -> BreakableError { .broken }
}
