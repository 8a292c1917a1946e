/// Loads one value once for all concurrent callers, and keeps it for later ones.
///
/// ```swift
/// final class Account: Sendable {
///   private let token = SharedLoad<AccessToken, any Error>(
///     keeping: Retention { $0.lifetime },
///     whenAbandoned: .finish
///   )
///
///   func request(_ path: String) async throws -> Data {
///     let token = try await token.value { try await self.refreshToken() }
///     return try await self.load(path, with: token)
///   }
///
///   func wasRejected() { token.removeValue() }
/// }
/// ```
///
/// This is a ``SharedLoads`` with one key, and follows its rules: callers share a load in progress,
/// cancelling affects only the caller that cancels, and the ``Retention`` decides how long the
/// value, or a failure, is kept.
///
/// - Important: A load that requests the value would wait for itself. Such a request fails with
///   ``LoadCycle``. If a load may have to start over, call ``removeValue()`` first: the next call
///   then starts another load.
public final class SharedLoad<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let loads: SharedLoads<OnlyKey, Value, Failure>

  /// Creates an object that keeps no value yet.
  ///
  /// - Parameters:
  ///   - retention: Whether the value is kept, and for how long.
  ///   - policy: What happens to a load when its last caller has cancelled.
  ///   - isDetached: Whether loads run without task-local values; by default, each has those of the
  ///     caller that starts it.
  ///   - clock: The clock that measures the age of the value.
  public init(
    keeping retention: Retention<Value> = .everything,
    whenAbandoned policy: AbandonPolicy = .cancel,
    detached isDetached: Bool = false,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    loads = SharedLoads(
      keeping: retention,
      whenAbandoned: policy,
      detached: isDetached,
      clock: clock
    )
  }

  /// The kept value, or `nil` if there is none or it has expired.
  @inlinable
  public var keptValue: Value? { loads.keptValue(for: OnlyKey()) }

  /// Keeps a value that was not loaded here, such as a token that a sign-in has returned.
  ///
  /// A load in progress continues for the callers that wait for it, but its value is not kept.
  ///
  /// - Parameter value: The value.
  @inlinable
  public func put(_ value: Value) { loads.put(value, for: OnlyKey()) }

  /// Removes the value.
  ///
  /// A load in progress continues for the callers that wait for it. Its value is not kept, and the
  /// next call starts another load.
  @inlinable
  public func removeValue() { loads.remove(OnlyKey()) }

  /// Returns a future of the value, and loads the value unless it is kept or being loaded.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: When it is cancelled, the returned future is cancelled; by default, the token of
  ///     the current scope.
  ///   - body: Starts the load; an error that it throws fails the returned future. It is not called
  ///     if the value is kept or being loaded. Runs where it is written.
  /// - Returns: A future of the value, which can be cancelled on its own.
  @inlinable
  public func load(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) () throws(Failure) -> Future<Value, Failure>
  ) -> Future<Value, Failure> {
    loads.load(OnlyKey(), cancellation: token, body)
  }

  /// Returns a future of the value, and loads the value with an asynchronous closure unless it is
  /// kept or being loaded.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: When it is cancelled, the returned future is cancelled; by default, the token of
  ///     the current scope.
  ///   - body: Loads the value, in a new task. It is not called if the value is kept or being
  ///     loaded. Runs where it is written, or on the global executor if that is nonisolated code.
  /// - Returns: A future of the value, which can be cancelled on its own.
  @inlinable
  public func load(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) () async throws(Failure) -> Value
  ) -> Future<Value, Failure> {
    loads.load(OnlyKey(), cancellation: token, body)
  }

  /// Returns a future of the value, and starts the load with an asynchronous closure unless the
  /// value is kept or being loaded.
  ///
  /// The value is that of the future that `body` returns. Otherwise like the other `load` with an
  /// asynchronous closure.
  ///
  /// - Parameters:
  ///   - token: When it is cancelled, the returned future is cancelled; by default, the token of
  ///     the current scope.
  ///   - body: Starts the load; an error that it throws fails the returned future. Runs where it is
  ///     written.
  /// - Returns: A future of the value, which can be cancelled on its own.
  @inlinable
  public func load<Work: FutureProtocol<Value, Failure>>(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) () async throws(Failure) -> Work
  ) -> Future<Value, Failure> {
    loads.load(OnlyKey(), cancellation: token, body)
  }

  /// Returns the value, and loads it unless it is kept or being loaded.
  ///
  /// Cancelling the current task affects only this caller.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameter body: Loads the value, in a new task. It is not called if the value is kept or
  ///   being loaded. Runs where it is written, or on the global executor if that is nonisolated
  ///   code.
  /// - Returns: The value.
  /// - Throws: What `body` throws, or the cancellation error of `Failure` if the current task was
  ///   cancelled. Under an error type that cannot hold cancellation the task keeps waiting.
  @inlinable
  public nonisolated(nonsending) func value(
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try await loads.value(for: OnlyKey(), body)
  }
}

/// The key of a load that needs none.
@usableFromInline
struct OnlyKey: Hashable, Sendable, CustomStringConvertible {
  @inlinable init() {}

  @usableFromInline var description: String { "SharedLoad" }
}
