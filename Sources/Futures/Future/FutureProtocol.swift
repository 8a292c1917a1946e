/// A future, for closures that may return one.
///
/// ``Future`` is the only type that conforms; declare no conformance of your own. A verb takes a
/// closure that returns `some FutureProtocol` where a closure that returns nothing has to mean
/// something else: `Future { await save() }` follows the future that `save` returns, and
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

extension Future {
  /// Runs an asynchronous closure in a task, and gives the outcome of the future that it returns.
  ///
  /// The task, and what is started in it, end with the current scope. The future that the closure
  /// returns may belong to others, and is not cancelled.
  static func following<Work: FutureProtocol<Value, Failure>>(
    _ operation: @escaping @Sendable @isolated(any) () async throws(Failure) -> Work
  ) -> Future {
    Future<Work, Failure>(operation: operation).flatMap(on: .inline) { $0._future }
  }
}

extension Future where Failure == any Error {
  /// The same for a future with another error type.
  static func following<Work: FutureProtocol>(
    erasing operation: @escaping @Sendable @isolated(any) () async throws -> Work
  ) -> Future where Work.Value == Value {
    Future<Work, any Error>(operation: operation).flatMap(on: .inline) { $0._future.eraseFailure() }
  }
}
