#if canImport(Combine) || OpenCombine
#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif
public import Futures

/// A publisher of the value of a future.
///
/// ```swift
/// let subscription = FuturePublisher { download(url) }
///   .receive(on: DispatchQueue.main)
///   .sink(receiveCompletion: { show($0) }, receiveValue: { show($0) })
/// ```
///
/// The publisher is cold: each subscription calls the closure. A subscription delivers the value
/// when there is demand, and then finishes; a failure needs no demand. It delivers on the thread
/// that settles the future or, if the future has already settled, in the call that requests the
/// value.
///
/// Cancelling a subscription cancels the work that the closure has started in its scope, and
/// releases the subscriber. A shared future that the closure only returns continues; for such a
/// future, use ``Futures/Future/publisher``.
///
/// If the future never settles, neither does the subscription.
public struct FuturePublisher<Output: Sendable, Failure: Error>: Publisher, Sendable {
  private let start: @Sendable () -> Futures.Future<Output, Failure>

  /// Creates a publisher.
  ///
  /// - Parameter start: A closure that returns the future, and starts its work if necessary. It is
  ///   called inline for each subscription, in the scope of the subscription.
  public init(_ start: @escaping @Sendable () -> Futures.Future<Output, Failure>) {
    self.start = start
  }

  /// Starts a subscription.
  ///
  /// - Parameter subscriber: The receiver of the value.
  public func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Output, Downstream.Failure == Failure {
    let subscription = FutureSubscription(to: subscriber)
    subscriber.receive(subscription: subscription)
    subscription.begin(start)
  }
}

extension Futures.Future {
  /// A publisher of the value of this future.
  ///
  /// Cancelling a subscription releases its subscriber and leaves the future as it is.
  public var publisher: FuturePublisher<Value, Failure> { FuturePublisher { self } }
}

extension InterestCounter where Failure == any Error {
  /// A publisher whose subscriptions share the work.
  ///
  /// When the last share is cancelled, by a subscription or otherwise, the counter stops the work.
  public var publisher: FuturePublisher<Value, any Error> {
    FuturePublisher {
      let share = self.share()
      CancellationToken.current.onCancel { share.cancel() }
      return share
    }
  }
}
#endif
