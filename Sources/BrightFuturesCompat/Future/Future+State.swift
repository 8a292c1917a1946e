public import Futures

extension AsyncType where Value: ResultProtocol {
  /// Whether the future has succeeded; false while it is pending.
  @inlinable
  public var isSuccess: Bool { result?.value != nil }

  /// Whether the future has failed; false while it is pending.
  @inlinable
  public var isFailure: Bool { result?.error != nil }

  /// The value, or `nil` while the future is pending or if it failed.
  @inlinable
  public var value: Value.Value? { result?.value }

  /// The error, or `nil` while the future is pending or if it succeeded.
  @inlinable
  public var error: Value.Error? { result?.error }
}

extension AsyncType where Value: ResultProtocol, Value.Value: Sendable {
  /// This as a `Future`; itself, if it is one.
  @inlinable
  var asFuture: Future<Value.Value, Value.Error> {
    if let same = self as? Future<Value.Value, Value.Error> { return same }
    return Future(_outcome.tryMap { outcome throws(Value.Error) in try outcome.result.get() })
  }
}
