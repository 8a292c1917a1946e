internal import Futures

/// The completion handler of `materialize`, which releases the promise if it receives neither a
/// value nor an error.
final class MaterializeHandler<T: Sendable, E: Error>: Sendable {
  private let promise: Locked<Promise<T, E>?>

  init(_ promise: Promise<T, E>) { self.promise = Locked(promise) }

  func handle(_ value: T?, _ error: E?) {
    let failure = error ?? (BrightFuturesError<Never>.illegalState as? E)
    let outcome: Result<T, E>? = value.map { .success($0) } ?? failure.map { .failure($0) }
    guard let outcome else { return giveUp() }
    // The promise is kept, as it reports a second call.
    guard let promise = promise.withLock({ $0 }) else {
      noteSecondCompletion(with: outcome)
      return
    }
    promise.complete(outcome)
  }

  /// Releases the promise outside the lock, because that calls the error type or `Diagnostics`.
  private func giveUp() {
    let last = promise.withLock { promise in
      defer { promise = nil }
      return promise
    }
    withExtendedLifetime(last) {}
  }
}
