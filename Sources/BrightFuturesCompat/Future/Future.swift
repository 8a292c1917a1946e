public import Dispatch
public import Futures

/// A value that will be there later, or the error that came instead.
///
/// ```swift
/// let answer = Future<Int, Never> { complete in
///   DispatchQueue.global().async { complete(.success(42)) }
/// }
/// answer.map { $0 / 2 }.onSuccess { print($0) }
/// ```
///
/// A thin value over the future of the module `Futures`, with the vocabulary and the semantics of
/// BrightFutures 8.2. Copies refer to the same outcome. Its other members are those of `AsyncType`,
/// whose result is a `Result<T, E>`.
///
/// ## Where closures run
///
/// On the context they are given with. Without one, a closure that is written in main-actor code
/// runs on the main queue, and one in nonisolated code on `defaultContext()` at the moment of the
/// call: the main queue for calls on the main queue, the global queue for others. Callbacks and
/// transforms of one future never overlap, whatever their contexts, and no thread is blocked for
/// that. The exception are transforms handed `immediateExecutionContext` by name, which run inline.
///
/// ## Lifetime
///
/// Whoever can complete a future keeps it alive, never its callbacks. Each closure is released
/// after it ran, or when its context dropped it.
@dynamicMemberLookup
public struct Future<T: Sendable, E: Error>: AsyncType {
  /// What the future settles with.
  public typealias Value = Result<T, E>
  /// What `onComplete` calls.
  public typealias CompletionCallback = @Sendable (_ result: Result<T, E>) -> Void
  /// What `onSuccess` calls.
  public typealias SuccessCallback = @Sendable (T) -> Void
  /// What `onFailure` calls.
  public typealias FailureCallback = @Sendable (E) -> Void

  /// The engine's future with the same outcome.
  public let future: Futures.Future<T, E>

  /// Creates a future from one of the engine.
  ///
  /// Callbacks registered through any number of futures made of the same one do not overlap.
  ///
  /// - Parameter future: Where the outcome comes from.
  @inlinable
  public init(_ future: Futures.Future<T, E>) { self.future = future }

  /// The outcome, or `nil` while there is none.
  @inlinable
  public var result: Result<T, E>? { future.result }
}

extension Futures.Future {
  /// Makes a future out of one of BrightFutures' vocabulary.
  ///
  /// - Parameter future: Where the outcome comes from.
  @inlinable
  public init(_ future: BrightFuturesCompat.Future<Value, Failure>) { self = future.future }
}

// MARK: - Settled futures

extension Future {
  /// Makes a future that never settles.
  ///
  /// Closures registered on it are released when the last handle goes.
  public init() { self.init(.never) }

  /// Makes a future that has succeeded.
  ///
  /// - Parameter value: Its value.
  @inlinable
  public init(value: T) { self.init(Futures.Future(value: value)) }

  /// Makes a future that has failed.
  ///
  /// - Parameters:
  ///   - error: Its error.
  ///   - fileID: Where the future is made, for diagnostics in debug builds.
  ///   - line: Where the future is made, for diagnostics in debug builds.
  @inlinable
  public init(error: E, fileID: StaticString = #fileID, line: UInt = #line) {
    self.init(Futures.Future(error: error, fileID: fileID, line: line))
  }

  /// Creates a future that has failed; for the initializer passed by name, as in
  /// `flatMap(Future.init(error:))`.
  ///
  /// - Parameter error: Its error.
  @_disfavoredOverload
  @inlinable
  public init(error: E) { self.init(Futures.Future(error: error)) }

  /// Creates a future that has settled.
  ///
  /// - Parameter result: Its outcome.
  @inlinable
  public init(result: Result<T, E>) { self.init(Futures.Future(result: result)) }
}

// MARK: - Futures of work

extension Future {
  /// Makes a future that succeeds later, on the global queue.
  ///
  /// - Parameters:
  ///   - value: Its value.
  ///   - delay: How long it takes.
  public init(value: T, delay: DispatchTimeInterval) {
    self.init(result: .success(value), delay: delay)
  }

  /// Makes a future that fails later, on the global queue.
  ///
  /// - Parameters:
  ///   - error: Its error.
  ///   - delay: How long it takes.
  public init(error: E, delay: DispatchTimeInterval) {
    self.init(result: .failure(error), delay: delay)
  }

  /// Makes a future that settles later, on the global queue.
  ///
  /// - Parameters:
  ///   - result: Its outcome.
  ///   - delay: How long it takes.
  public init(result: Result<T, E>, delay: DispatchTimeInterval) {
    self.init(Futures.Future(result: result).delayed(by: delay, on: .global()))
  }

  /// Makes a future that settles like something else with the same kind of result.
  ///
  /// - Parameter other: Where the outcome comes from.
  public init<A: AsyncType>(other: A) where A.Value == Value {
    self.init(other._outcome.tryMap { result throws(E) in try result.get() })
  }

  /// Makes a future that a closure completes.
  ///
  /// ```swift
  /// let page = Future<Data, any Error> { complete in
  ///   api.fetch { data, error in
  ///     complete(data.map { .success($0) } ?? .failure(error ?? Missing()))
  ///   }
  /// }
  /// ```
  ///
  /// - Parameter resolver: Called at once, in this initialiser, with a closure that takes the
  ///   outcome: now or later, on any thread, once. A second call is a mistake: it stops debug
  ///   builds and is ignored in release builds.
  @preconcurrency
  public init(resolver: (_ result: @escaping @Sendable (Result<T, E>) -> Void) -> Void) {
    let promise = Futures.Promise<T, E>()
    self.init(promise.future)
    resolver { result in
      if !promise.complete(result) { noteSecondCompletion(with: result) }
    }
  }

  /// Makes a future of asynchronous work.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task.
  ///   - operation: The work, which starts at once in a task of its own. It runs where it is
  ///     written: on the actor of the code that passes it, or on the global executor if that code
  ///     is nonisolated. What it throws fails the future.
  public init(
    priority: TaskPriority? = nil,
    @_inheritActorContext operation: @escaping @Sendable @isolated(any) () async throws(E) -> T
  ) {
    self.init(Futures.Future(priority: priority, operation: operation))
  }
}

extension Future: CustomStringConvertible, CustomDebugStringConvertible {
  /// The types and the optional outcome, for example `Future<Int, Never>(Optional(…))`.
  public var description: String {
    "Future<\(T.self), \(E.self)>(\(String(describing: result)))"
  }

  /// The same as `description`.
  public var debugDescription: String { description }
}
