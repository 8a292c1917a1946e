#if NIO
public import Futures
public import NIOCore
public import Synchronization

// Inlinable, so that closures are specialized for the client's types: a closure that passes through
// unspecialized code is wrapped, which allocates.

/// The state of the outcome of an event-loop promise.
@usableFromInline
enum CompletionState: UInt8, AtomicRepresentable, Sendable {
  /// There is no outcome.
  case pending
  /// The event loop has been given the outcome.
  case submitted
  /// The promise has the outcome.
  case arrived
}

/// Completes an event-loop promise once: on its event loop, and at the latest when this object is
/// released.
///
/// A SwiftNIO promise that is released incomplete traps in debug builds, and never completes in
/// release builds. A promise whose future ends without an outcome is therefore failed here. A
/// promise whose event loop has shut down cannot be completed at all; it is retained instead.
@usableFromInline
final class PromiseCompletion<Value: Sendable>: Sendable {
  @usableFromInline let promise: EventLoopPromise<Value>
  @usableFromInline let token: CancellationToken
  @usableFromInline let state: Atomic<CompletionState>

  /// Creates a completion.
  ///
  /// - Parameters:
  ///   - promise: The promise.
  ///   - token: Determines, when this object is released without an outcome, whether the reason is
  ///     that the token was cancelled.
  @inlinable
  init(of promise: EventLoopPromise<Value>, unless token: CancellationToken = .never) {
    self.promise = promise
    self.token = token
    state = Atomic(.pending)
  }

  deinit {
    switch state.load(ordering: .relaxed) {
    case .arrived: return
    case .pending:
      let error: any Error =
        token.isCancelled ? CancellationError() : BrokenPromise(reason: .droppedPromise)
      PromiseCompletion(of: promise).complete(with: Result<Value, any Error>.failure(error))
    case .submitted:
      LostPromises.retain(promise)
    }
  }

  @inlinable
  func complete<Failure: Error>(with result: Result<Value, Failure>) {
    let loop = promise.futureResult.eventLoop
    if loop.inEventLoop { return arrive(result) }
    state.store(.submitted, ordering: .relaxed)
    loop.execute { self.arrive(result) }
  }

  @inlinable
  func arrive<Failure: Error>(_ result: Result<Value, Failure>) {
    state.store(.arrived, ordering: .relaxed)
    switch result {
    case .success(let value): promise.succeed(value)
    case .failure(let error): promise.fail(error)
    }
  }
}

/// Promises whose event loops shut down before the outcome arrived.
private enum LostPromises {
  private static let promises = Locked<[any Sendable]>([])

  static func retain<Value: Sendable>(_ promise: EventLoopPromise<Value>) {
    promises.withLock { $0.append(promise) }
    Diagnostics.report(
      .droppedJob,
      detail: "the event loop has shut down, so its future stays incomplete; "
        + "shut down event loops after the futures that hop to them have settled"
    )
  }
}
#endif
