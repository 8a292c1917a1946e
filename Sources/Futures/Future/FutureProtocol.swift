/// A future, for closures that may return one.
///
/// ``Future`` conforms; so does an optional future, whose value is optional, and so does a type
/// that represents a future, such as the run of a workflow. Do not declare your own conformance. A
/// verb takes a closure that returns `some FutureProtocol` where a closure that returns nothing has
/// to mean something else: `Future { await save() }` follows the future that `save` returns, and
/// `Future { await save(); update() }` waits for `update` and has no value.
public protocol FutureProtocol<Value, Failure>: Sendable {
  /// The type of the value.
  associatedtype Value: Sendable
  /// The type of the error.
  associatedtype Failure: Error

  /// The future itself.
  var _future: Future<Value, Failure> { get }
}

extension Future: FutureProtocol {
  /// The future itself.
  public var _future: Future { self }
}

/// The result of optional chaining on a future, as in `{ [weak self] in self?.load() }`.
extension Optional: FutureProtocol where Wrapped: FutureProtocol {
  /// A future of the optional value.
  public var _future: Future<Wrapped.Value?, Wrapped.Failure> {
    guard let work = self else { return Future(value: nil) }
    return work._future.on(.inline).map { $0 }
  }
}

extension Future {
  /// Runs an asynchronous closure in a task, and returns a future with the outcome of the future
  /// that it returns.
  ///
  /// The task, and work that is started in it, end with the current scope, and so does the future
  /// that the closure returns if it was derived there. Otherwise it may belong to others.
  static func following<Work: FutureProtocol<Value, Failure>>(
    _ operation: @escaping @Sendable @isolated(any) () async throws(Failure) -> Work
  ) -> Future {
    Future<Work, Failure>(operation: operation).on(.inline).flatMap { $0._future.endingWithScope() }
  }
}

extension Future where Failure == any Error {
  /// The same for a future with another error type.
  static func following<Work: FutureProtocol>(
    erasing operation: @escaping @Sendable @isolated(any) () async throws -> Work
  ) -> Future where Work.Value == Value {
    Future<Work, any Error>(operation: operation).on(.inline)
      .flatMap { $0._future.endingWithScope().eraseFailure() }
  }
}

/// Waits for a value that is a future.
///
/// Where a closure that returns a future is nested in two verbs, such as
/// `Future { try await withTimeout(limit) { load() } }`, the compiler lets the outer verb follow
/// the future, and treats the future as the value of the inner one. This function waits until that
/// future has settled.
@inlinable
nonisolated(nonsending) func settle<Value>(_ value: Value) async throws -> Value {
  if Value.self is any FutureProtocol.Type, let work = value as? any FutureProtocol {
    try await settled(work)
  }
  return value
}

@usableFromInline
nonisolated(nonsending) func settled<Work: FutureProtocol>(_ work: Work) async throws {
  _ = try await work._future.erasedValue
}
