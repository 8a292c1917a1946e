/// A protocol for results, to constrain extensions to any `Result`.
public protocol ResultProtocol<Value, Error> {
  /// The type of the value.
  associatedtype Value
  /// The type of the error.
  associatedtype Error: Swift.Error

  /// Creates a success.
  ///
  /// - Parameter value: The value.
  init(value: Value)

  /// Creates a failure.
  ///
  /// - Parameter error: The error.
  init(error: Error)

  /// This value as a `Result`.
  var result: Result<Value, Error> { get }
}

extension Result: ResultProtocol {
  /// The type of the value.
  public typealias Value = Success
  /// The type of the error.
  public typealias Error = Failure

  /// Creates a success.
  ///
  /// - Parameter value: The value.
  @inlinable
  public init(value: Success) { self = .success(value) }

  /// Creates a failure.
  ///
  /// - Parameter error: The error.
  @inlinable
  public init(error: Failure) { self = .failure(error) }

  /// This value.
  @inlinable
  public var result: Result<Success, Failure> { self }
}

extension ResultProtocol {
  /// The value, or `nil` for a failure.
  @inlinable
  public var value: Value? {
    guard case .success(let value) = result else { return nil }
    return value
  }

  /// The error, or `nil` for a success.
  @inlinable
  public var error: Error? {
    guard case .failure(let error) = result else { return nil }
    return error
  }

  /// Calls one of two closures.
  ///
  /// - Parameters:
  ///   - ifSuccess: A closure that is called with the value of a success.
  ///   - ifFailure: A closure that is called with the error of a failure.
  /// - Returns: The value that the closure returned.
  @inlinable
  public func analysis<Output>(
    ifSuccess: (Value) -> Output,
    ifFailure: (Error) -> Output
  ) -> Output {
    switch result {
    case .success(let value): ifSuccess(value)
    case .failure(let error): ifFailure(error)
    }
  }
}
