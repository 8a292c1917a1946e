/// A value or an error; lets extensions be written for everything that is a `Result`.
public protocol ResultProtocol<Value, Error> {
  /// The type of the value.
  associatedtype Value
  /// The type of the error.
  associatedtype Error: Swift.Error

  /// Makes a success.
  ///
  /// - Parameter value: Its value.
  init(value: Value)

  /// Makes a failure.
  ///
  /// - Parameter error: Its error.
  init(error: Error)

  /// This as a `Result`.
  var result: Result<Value, Error> { get }
}

extension Result: ResultProtocol {
  /// The type of the value.
  public typealias Value = Success
  /// The type of the error.
  public typealias Error = Failure

  /// Makes a success.
  ///
  /// - Parameter value: Its value.
  @inlinable
  public init(value: Success) { self = .success(value) }

  /// Makes a failure.
  ///
  /// - Parameter error: Its error.
  @inlinable
  public init(error: Failure) { self = .failure(error) }

  /// Itself.
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
  ///   - ifSuccess: Called with the value of a success.
  ///   - ifFailure: Called with the error of a failure.
  /// - Returns: What the closure returned.
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
