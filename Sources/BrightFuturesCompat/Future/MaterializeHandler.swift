internal import Futures

/// Takes what a completion handler is called with, and lets go of the promise if that is nothing.
final class MaterializeHandler<T: Sendable, E: Error>: Sendable {
  private let promise: Locked<Promise<T, E>?>

  init(_ promise: Promise<T, E>) { self.promise = Locked(promise) }

  func handle(_ value: T?, _ error: E?) {
    guard let promise = take() else {
      noteSecondCompletion(with: (value, error))
      return
    }
    if let value {
      promise.success(value)
    } else if let error = error ?? (BrightFuturesError<Never>.illegalState as? E) {
      promise.failure(error)
    }
    // Otherwise the promise goes here: the engine asks the error type for an error, or reports it.
  }

  private func take() -> Promise<T, E>? {
    promise.withLock { promise in
      defer { promise = nil }
      return promise
    }
  }
}
