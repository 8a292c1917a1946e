#if canImport(Combine) || OpenCombine
#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif
public import Futures

extension Publisher where Output: Sendable {
  /// Subscribes, and returns a future of the first value.
  ///
  /// The subscription is cancelled when the value has arrived. For the last value, call
  /// `last().futureFirst()`.
  ///
  /// - Parameters:
  ///   - token: Cancels the future, and with it the subscription; by default, the token of the
  ///     current scope.
  ///   - fileID: Where the future is created, for diagnostics in debug builds.
  ///   - line: Where the future is created, for diagnostics in debug builds.
  /// - Returns: A future that fails with the error of the publisher, or with `NoSuchElement` if it
  ///   finishes without a value. It stays pending if the publisher never ends.
  public func futureFirst(
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Futures.Future<Output, any Error> {
    Futures.Future.withPromise(cancellation: token, fileID: fileID, line: line) { promise in
      let subscriber = ValueSubscriber<Output, Failure>(for: promise)
      // The publisher retains the subscriber. If the publisher releases it, the promise breaks.
      promise.onCancel { [weak subscriber] in subscriber?.end() }
      subscribe(subscriber)
    }
  }
}
#endif
