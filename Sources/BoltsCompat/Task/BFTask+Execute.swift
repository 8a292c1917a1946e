internal import Futures

extension BFTask {
  /// Creates a task that runs a closure, like ``execute(cancellationToken:isolation:closure:)``.
  @preconcurrency
  public init(
    isolation: (any Actor)? = #isolation,
    @_inheritActorContext closure: @escaping @Sendable @isolated(any) () throws -> Value
  ) {
    self = .execute(isolation: isolation, closure: closure)
  }

  /// Runs a closure where it is written; in `Futures`, `Future(on:run:)`: see
  /// <doc:ComingFromBolts#Every-name>.
  @discardableResult
  @preconcurrency
  public static func execute(
    cancellationToken token: BFCancellationToken? = nil,
    isolation: (any Actor)? = #isolation,
    @_inheritActorContext closure: @escaping @Sendable @isolated(any) () throws -> Value
  ) -> BFTask {
    execute(
      BFExecutor.home(of: closure.isolation, calledFrom: isolation),
      cancellationToken: token,
      closure: withoutIsolation(closure)
    )
  }

  /// Runs a closure that starts further work, where the closure is written, and waits for the work;
  /// see <doc:BFTask#Continuations-and-tokens>.
  @discardableResult
  @preconcurrency
  public static func executeWithTask(
    cancellationToken token: BFCancellationToken? = nil,
    isolation: (any Actor)? = #isolation,
    @_inheritActorContext closure: @escaping @Sendable @isolated(any) () throws -> BFTask
  ) -> BFTask {
    executeWithTask(
      BFExecutor.home(of: closure.isolation, calledFrom: isolation),
      cancellationToken: token,
      closure: withoutIsolation(closure)
    )
  }

  /// Creates a task that runs a closure on an executor, like ``execute(_:closure:)``.
  @_disfavoredOverload
  @preconcurrency
  public init(
    _ executor: BFExecutor,
    closure: @escaping @Sendable () throws -> Value
  ) {
    self = .execute(executor, closure: closure)
  }

  /// Runs a closure on an executor; on the default executor, in this call.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public static func execute(
    _ executor: BFExecutor,
    closure: @escaping @Sendable () throws -> Value
  ) -> BFTask {
    BFTask<Void>().continueWith(executor) { _ in try closure() }
  }

  /// Runs a closure on an executor, unless a token is cancelled when the closure would start; see
  /// <doc:BFTask#Continuations-and-tokens>.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public static func execute(
    _ executor: BFExecutor,
    cancellationToken token: BFCancellationToken?,
    closure: @escaping @Sendable () throws -> Value
  ) -> BFTask {
    BFTask<Void>().continueWith(executor, cancellationToken: token) { _ in try closure() }
  }

  /// Runs a closure that starts further work on an executor; on the default executor, in this call.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public static func executeWithTask(
    _ executor: BFExecutor,
    closure: @escaping @Sendable () throws -> BFTask
  ) -> BFTask {
    BFTask<Void>().continueWithTask(executor) { _ in try closure() }
  }

  /// Runs a closure that starts further work on an executor, unless a token is cancelled; see
  /// <doc:BFTask#Continuations-and-tokens>.
  @_disfavoredOverload
  @discardableResult
  @preconcurrency
  public static func executeWithTask(
    _ executor: BFExecutor,
    cancellationToken token: BFCancellationToken?,
    closure: @escaping @Sendable () throws -> BFTask
  ) -> BFTask {
    BFTask<Void>().continueWithTask(executor, cancellationToken: token) { _ in try closure() }
  }
}
