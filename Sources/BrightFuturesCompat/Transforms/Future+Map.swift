public import Futures

extension AsyncType where Value: ResultProtocol, Value.Value: Sendable {
  /// Transforms the value, where the closure is written.
  ///
  /// In main-actor code that is the main queue, otherwise `defaultContext()`.
  ///
  /// - Parameter f: Makes the new value. Called at most once; not called for a failure, which
  ///   passes by.
  /// - Returns: A future of the new value.
  @inlinable
  @preconcurrency
  public func map<U: Sendable>(
    @_inheritActorContext _ f: @escaping @Sendable @isolated(any) (Value.Value) -> U
  ) -> Future<U, Value.Error> {
    map(defaultContext(for: f.isolation), f: withoutIsolation(f))
  }

  /// Transforms the value, where the closure is written.
  ///
  /// - Parameters:
  ///   - context: Where `f` runs: `validContext` of a token, `.immediateOnMain`, or
  ///     `DispatchQueue.main.context`.
  ///   - f: Makes the new value. Called at most once; not called for a failure, which
  ///     passes by.
  /// - Returns: A future of the new value.
  @inlinable
  @preconcurrency
  public func map<U: Sendable>(
    _ context: HomeContext,
    @_inheritActorContext f: @escaping @Sendable @isolated(any) (Value.Value) -> U
  ) -> Future<U, Value.Error> {
    map(context.context(for: f.isolation), f: withoutIsolation(f))
  }

  /// Transforms the value.
  ///
  /// - Parameters:
  ///   - context: Where `f` runs.
  ///   - f: Makes the new value. Called at most once; not called for a failure, which passes by.
  /// - Returns: A future of the new value.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func map<U: Sendable>(
    _ context: @escaping ExecutionContext,
    f: @escaping @Sendable (Value.Value) -> U
  ) -> Future<U, Value.Error> {
    transform(on: context) { result in result.map(f) }
  }

  /// Takes a property of the value, on `defaultContext()`.
  ///
  /// - Parameter keyPath: The property.
  /// - Returns: A future of the property.
  @inlinable
  @preconcurrency
  public func map<U: Sendable>(
    _ keyPath: any KeyPath<Value.Value, U> & Sendable
  ) -> Future<U, Value.Error> {
    map(defaultContext()) { value in value[keyPath: keyPath] }
  }

  /// Drops the value.
  ///
  /// - Returns: A future that settles with this one.
  @inlinable
  public func asVoid() -> Future<Void, Value.Error> {
    map(immediateExecutionContext) { _ in }
  }
}

extension Future {
  /// Takes a property of the value, inline.
  ///
  /// ```swift
  /// let count = Future<String, Never>(value: "tenon").count  // Future<Int, Never>
  /// ```
  ///
  /// - Parameter keyPath: The property.
  /// - Returns: A future of the property.
  @preconcurrency
  public subscript<U: Sendable>(
    dynamicMember keyPath: any KeyPath<T, U> & Sendable
  ) -> Future<U, E> {
    map(immediateExecutionContext) { value in value[keyPath: keyPath] }
  }
}
