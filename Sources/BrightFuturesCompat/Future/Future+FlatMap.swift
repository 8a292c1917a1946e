extension AsyncType where Value: ResultProtocol, Value.Value: Sendable {
  /// Starts further work with the value and waits for it, on `defaultContext()`.
  ///
  /// - Parameter f: Starts the work. Called at most once; not called for a failure, which passes
  ///   by.
  /// - Returns: A future with the outcome of the work.
  @inlinable
  @preconcurrency
  public func flatMap<U: Sendable>(
    _ f: @escaping @Sendable (Value.Value) -> Future<U, Value.Error>
  ) -> Future<U, Value.Error> {
    flatMap(defaultContext(), f: f)
  }

  /// Starts further work with the value and waits for it.
  ///
  /// A function that ends by calling itself through `flatMap` may do so without end: it takes
  /// constant stack.
  ///
  /// - Parameters:
  ///   - context: Where `f` runs.
  ///   - f: Starts the work. Called at most once; not called for a failure, which passes by.
  /// - Returns: A future with the outcome of the work.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func flatMap<U: Sendable>(
    _ context: @escaping ExecutionContext,
    f: @escaping @Sendable (Value.Value) -> Future<U, Value.Error>
  ) -> Future<U, Value.Error> {
    transform(on: context) { result in
      switch result {
      case .success(let value): f(value)
      case .failure(let error): Future<U, Value.Error>(error: error)
      }
    }
  }

  /// Transforms the value to a result, on `defaultContext()`: the way to fail in a transform.
  ///
  /// - Parameter f: Makes the result. Called at most once; not called for a failure, which passes
  ///   by.
  /// - Returns: A future with that result.
  @inlinable
  @preconcurrency
  public func flatMap<U: Sendable>(
    _ f: @escaping @Sendable (Value.Value) -> Result<U, Value.Error>
  ) -> Future<U, Value.Error> {
    flatMap(defaultContext(), f: f)
  }

  /// Transforms the value to a result: the way to fail in a transform.
  ///
  /// - Parameters:
  ///   - context: Where `f` runs.
  ///   - f: Makes the result. Called at most once; not called for a failure, which passes by.
  /// - Returns: A future with that result.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func flatMap<U: Sendable>(
    _ context: @escaping ExecutionContext,
    f: @escaping @Sendable (Value.Value) -> Result<U, Value.Error>
  ) -> Future<U, Value.Error> {
    transform(on: context) { result in result.flatMap(f) }
  }
}
