public import Dispatch
public import Futures

/// A value that arrives later, or the error that occurred instead.
///
/// ```swift
/// let answer = Future<Int, Never> { complete in
///   DispatchQueue.global().async { complete(.success(42)) }
/// }
/// answer.map { $0 / 2 }.onSuccess { print($0) }
/// ```
///
/// This type wraps a future of the module `Futures`, and has the names and the semantics of
/// BrightFutures 8.2. Copies refer to the same outcome. Its other members are those of `AsyncType`,
/// whose result is a `Result<T, E>`.
///
/// ## Where closures run
///
/// A closure runs on the context that you pass with it. Without one, a closure that is written in
/// main-actor code runs on the main queue, and a closure in nonisolated code on the
/// `defaultContext()` of the call: the main queue for calls on the main queue, the global queue for
/// others. Callbacks and transforms of one future never overlap, regardless of their contexts, and
/// no thread blocks to ensure this. The only exceptions are transforms that receive
/// `immediateExecutionContext` by name, which run inline.
///
/// An operation that takes a closure has a form for each case: without a context, where the closure
/// is written; with a ``HomeContext``, such as `validContext` of a token, `.immediateOnMain` or
/// `DispatchQueue.main.context`, likewise where it is written; with any other ``ExecutionContext``;
/// and with `immediateExecutionContext`, inline. The parameter `isolation` of some forms is the
/// actor of the calling code; omit the argument.
///
/// A closure is called at most once, and not for an outcome that it does not handle, which is
/// passed on. A callback may register others on the same future; a callback that would run inside
/// another one is called right after it. Methods that register a callback return the future they
/// are called on, so that chained calls register on the same future; `andThen` returns a future
/// that settles after the call, so that a chain runs its closures strictly one after another. A
/// function may end by calling itself through `flatMap` without limit: such a recursion uses
/// constant stack.
///
/// ## Lifetime
///
/// The code that completes a future retains it; its callbacks do not. Each closure is released
/// after it has run, or when its context drops it.
@dynamicMemberLookup
public struct Future<T: Sendable, E: Error>: AsyncType {
  /// The type of the outcome.
  public typealias Value = Result<T, E>
  /// The type of the closure of `onComplete`.
  public typealias CompletionCallback = @Sendable (_ result: Result<T, E>) -> Void
  /// The type of the closure of `onSuccess`.
  public typealias SuccessCallback = @Sendable (T) -> Void
  /// The type of the closure of `onFailure`.
  public typealias FailureCallback = @Sendable (E) -> Void

  /// The underlying future of the module `Futures`.
  public let future: Futures.Future<T, E>

  /// Creates a future from one of the module `Futures`, whose callbacks do not overlap either.
  @inlinable
  public init(_ future: Futures.Future<T, E>) { self.future = future }

  /// The outcome, or `nil` while the future is pending.
  @inlinable
  public var result: Result<T, E>? { future.currentResult }
}

extension Futures.Future {
  /// Creates a future from one of the module `BrightFuturesCompat`.
  ///
  /// - Parameter future: The future.
  @inlinable
  public init(_ future: BrightFuturesCompat.Future<Value, Failure>) { self = future.future }
}

// MARK: - Settled futures

extension Future {
  /// Creates a future that never settles.
  ///
  /// Its closures are released with the last reference to the future.
  public init() { self.init(.never) }

  /// Creates a future that has succeeded.
  ///
  /// - Parameter value: The value.
  @inlinable
  public init(value: T) { self.init(Futures.Future(value: value)) }

  /// Creates a future that has failed; `fileID` and `line` are for diagnostics in debug builds.
  @inlinable
  public init(error: E, fileID: StaticString = #fileID, line: UInt = #line) {
    self.init(Futures.Future(error: error, fileID: fileID, line: line))
  }

  /// Creates a future that has failed: the initializer that `Future.init(error:)` refers to.
  @_disfavoredOverload
  @inlinable
  public init(error: E) { self.init(Futures.Future(error: error)) }

  /// Creates a future that has settled.
  ///
  /// - Parameter result: The outcome.
  @inlinable
  public init(result: Result<T, E>) { self.init(Futures.Future(result: result)) }
}

// MARK: - Futures of work

extension Future {
  /// Creates a future that succeeds after a delay, on the global queue.
  public init(value: T, delay: DispatchTimeInterval) {
    self.init(result: .success(value), delay: delay)
  }

  /// Creates a future that fails after a delay, on the global queue.
  public init(error: E, delay: DispatchTimeInterval) {
    self.init(result: .failure(error), delay: delay)
  }

  /// Creates a future that settles after a delay, on the global queue.
  public init(result: Result<T, E>, delay: DispatchTimeInterval) {
    self.init(Futures.Future(result: result).delayed(by: delay, on: .global()))
  }

  /// Creates a future with the result of another one.
  ///
  /// - Parameter other: The other future.
  public init<A: AsyncType>(other: A) where A.Value == Value {
    self.init(other.outcome.tryMap(on: .inline) { result throws(E) in try result.get() })
  }

  /// Creates a future that a closure completes.
  ///
  /// ```swift
  /// let page = Future<Data, any Error> { complete in
  ///   api.fetch { data, error in
  ///     complete(data.map { .success($0) } ?? .failure(error ?? Missing()))
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for diagnostics in debug builds.
  ///   - line: The line of the call.
  ///   - resolver: A closure that runs in this initializer. It receives a closure that takes the
  ///     outcome, to be called once, now or later, on any thread. A second call is a programming
  ///     error: it stops debug builds, and has no effect in release builds.
  @preconcurrency
  public init(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    resolver: (_ result: @escaping @Sendable (Result<T, E>) -> Void) -> Void
  ) {
    let promise = Futures.Promise<T, E>(fileID: fileID, line: line)
    self.init(promise.future)
    resolver { result in
      if !promise.complete(result) { noteSecondCompletion(with: result) }
    }
  }

  /// Creates a future that a closure completes: the initializer that `Future.init(resolver:)`
  /// refers to.
  @_disfavoredOverload
  @preconcurrency
  public init(resolver: (_ result: @escaping @Sendable (Result<T, E>) -> Void) -> Void) {
    self.init(fileID: #fileID, line: #line, resolver: resolver)
  }

  /// Creates a future of asynchronous work, which starts at once in a new task and runs where it is
  /// written.
  public init(
    priority: TaskPriority? = nil,
    @_inheritActorContext operation: @escaping @Sendable @isolated(any) () async throws(E) -> T
  ) {
    self.init(Futures.Future(priority: priority, operation: operation))
  }
}

extension Future: CustomStringConvertible, CustomDebugStringConvertible {
  /// The type and the optional outcome, as BrightFutures prints them: for example
  /// `Async<Result<Int, Never>>(nil)`.
  public var description: String {
    "Async<\(Result<T, E>.self)>(\(String(describing: result)))"
  }

  /// The same as `description`.
  public var debugDescription: String { description }
}
